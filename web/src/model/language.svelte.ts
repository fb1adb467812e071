import { fetchCatalogue } from "./api";
import { lookup, type Catalogue, type Parameters } from "./catalogue";

export const LANGUAGES = ["zh-Hans", "zh-Hant", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself; shown before any catalogue is there, and the same in all of them. */
export const ENDONYMS: Record<Language, string> = { "zh-Hans": "简体中文", "zh-Hant": "繁體中文", en: "English" };

const KEY = "fangcheng.language";

/** The first language we have among those a browser asks for; Chinese where it asks for none of ours. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted.map((entry) => entry.toLowerCase())) {
    if (/^zh.*(hant|tw|hk|mo)/.test(tag)) return "zh-Hant";
    if (tag.startsWith("zh")) return "zh-Hans";
    if (tag.startsWith("en")) return "en";
  }
  return "zh-Hans";
}

function remembered(): Language | null {
  const kept = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === kept) ?? null;
}

class Texts {
  language = $state<Language>("zh-Hans");
  loaded = $state(false);
  /** The first catalogue could not be had. */
  failed = $state(false);
  #catalogue = $state.raw<Catalogue>({});

  /** Load what was chosen here before, else what the browser prefers. */
  async begin(): Promise<void> {
    try {
      await this.choose(remembered() ?? preferred(navigator.languages), false);
    } catch {
      this.failed = true;
    }
  }

  async choose(language: Language, remember = true): Promise<void> {
    if (remember) localStorage.setItem(KEY, language);
    this.#catalogue = await fetchCatalogue(language);
    this.language = language;
    this.loaded = true;
    document.documentElement.lang = language;
  }

  /** A text as a game has it; the id itself where nobody has written one, so that a gap is seen and nothing breaks. */
  of(variant: string, path: string, parameters?: Parameters): string {
    return this.find(variant, path, parameters) ?? path.slice(path.lastIndexOf(".") + 1);
  }

  find(variant: string, path: string, parameters?: Parameters): string | null {
    return lookup(this.#catalogue, variant, path, parameters);
  }

  /** What a section has texts for. */
  ids(section: string): string[] {
    const part = this.#catalogue[section];
    return typeof part === "object" ? Object.keys(part) : [];
  }

  /** A text of the client itself. */
  ui(id: string, parameters?: Parameters): string {
    return this.of("", `ui.${id}`, parameters);
  }
}

export const texts = new Texts();
