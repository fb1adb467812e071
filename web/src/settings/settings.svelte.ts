import { LANGUAGES, texts } from "../model/language.svelte";
import { loadFromAccount, saveToAccount } from "./account";
import { DEFAULTS, sane, withAccount, type Settings } from "./values";

const KEY = "fangcheng.settings";

function kept(): Settings {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    // Whatever was written there, it is none of ours.
    return { ...DEFAULTS };
  }
}

/** The player's settings: those of this device at once, those of his account as soon as they are known. */
class SettingsStore {
  now = $state.raw<Settings>(kept());

  /** Make the page look as it is set; then ask the account. */
  async begin(): Promise<void> {
    dress(this.now);
    const account = await loadFromAccount();
    if (account === null) return;
    this.#keep(withAccount(this.now, account));
    const language = LANGUAGES.find((one) => one === account.language);
    if (language && language !== texts.language) texts.choose(language).catch(() => undefined);
  }

  /** Keep what was confirmed, here and with the account. */
  save(next: Settings): void {
    this.#keep(sane(next));
    void saveToAccount(this.now, texts.language);
  }

  change(part: Partial<Settings>): void {
    this.save({ ...this.now, ...part });
  }

  #keep(next: Settings): void {
    this.now = next;
    localStorage.setItem(KEY, JSON.stringify(next));
    dress(next);
  }
}

/** What style sheets go by. */
export function dress(now: Settings, root: HTMLElement = document.documentElement): void {
  root.dataset.motion = now.animation ? "on" : "off";
  root.dataset.speed = now.speed;
  root.dataset.size = now.size;
  root.dataset.theme = now.theme;
}

export const settings = new SettingsStore();

/** Nothing is to move: so it is set here or in the system. */
export const still = (): boolean => !settings.now.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How often a tile is tapped to be discarded. */
export function tapsToDiscard(): 1 | 2 {
  const { taps } = settings.now;
  if (taps !== "auto") return taps === "two" ? 2 : 1;
  return matchMedia("(pointer: coarse)").matches ? 2 : 1;
}
