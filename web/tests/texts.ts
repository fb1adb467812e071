import en from "../../src/fangcheng/locales/en.json";
import zhHans from "../../src/fangcheng/locales/zh-Hans.json";
import { lookup, type Catalogue } from "../src/model/catalogue";
import type { TextSource } from "../src/model/narrate";

/** Texts straight from a catalogue, as the client has them once it is loaded. */
export function source(catalogue: Catalogue): TextSource {
  return {
    find: (variant, path, parameters) => lookup(catalogue, variant, path, parameters),
    of: (variant, path, parameters) => lookup(catalogue, variant, path, parameters) ?? path,
  };
}

export const english = source(en as Catalogue);
export const chinese = source(zhHans as Catalogue);
