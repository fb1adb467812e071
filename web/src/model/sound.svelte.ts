import type { TableMessage } from "./protocol";

const KEY = "fangcheng.sound";

/** Small effects made on the spot, as the numbers of zzfx; there are no audio files. */
const EFFECTS: Record<string, number[]> = {
  discard: [0.5, 0.05, 900, 0, 0.01, 0.03, 4, 0.6, 0, 0, 0, 0, 0, 2],
  claim: [0.6, 0.05, 320, 0.01, 0.05, 0.12, 1, 1.4, 0, 0, 90, 0.05],
  dice: [0.4, 0.2, 700, 0, 0.02, 0.05, 4, 0.8, 0, 0, 0, 0, 0.03, 3],
  win: [0.7, 0, 523, 0.02, 0.25, 0.35, 1, 1.6, 0, 0, 131, 0.09],
  asked: [0.35, 0, 660, 0.01, 0.06, 0.12, 0, 1, 0, 0, 0, 0],
};
const SOUND_OF: Record<string, string> = { discard: "discard", chow: "claim", pung: "claim", kong: "claim", dice: "dice", win: "win" };

async function play(name: string): Promise<void> {
  const effect = EFFECTS[name];
  // Browsers let a page be heard only after its reader has touched it.
  if (!effect || !navigator.userActivation.hasBeenActive) return;
  const { zzfx, ZZFX } = await import("zzfx");
  await ZZFX.audioContext.resume();
  zzfx(...effect);
}

class Sound {
  on = $state(localStorage.getItem(KEY) === "on");

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem(KEY, this.on ? "on" : "off");
    if (this.on) void play("asked");
  }
}

export const sound = new Sound();

/** The sound of a message: of the weightiest event in it, or a soft call when the viewer is asked. */
export function playFor(message: TableMessage): void {
  if (!sound.on || document.hidden) return;
  const names = message.events.map((event) => SOUND_OF[event.type]).filter((name) => name !== undefined);
  const name = names.find((candidate) => candidate !== "discard") ?? names[0] ?? (message.view.offers.some((offer) => !offer.free) ? "asked" : "");
  void play(name);
}
