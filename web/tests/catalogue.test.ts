import { describe, expect, it } from "vitest";
import en from "../../src/fangcheng/locales/en.json";
import zhHans from "../../src/fangcheng/locales/zh-Hans.json";
import zhHant from "../../src/fangcheng/locales/zh-Hant.json";
import { fill, lookup, type Catalogue } from "../src/model/catalogue";
import { preferred } from "../src/model/language.svelte";
import { kindName } from "../src/model/tiles";

const catalogue: Catalogue = {
  action: { kong: "杠", pung: "碰" },
  refused: { too_high: "最多 {number}。" },
  games: { plain: { action: { kong: "补张" }, name: "平胡" } },
};

describe("lookup", () => {
  it("prefers the game's own text", () => {
    expect(lookup(catalogue, "plain", "action.kong")).toBe("补张");
    expect(lookup(catalogue, "other", "action.kong")).toBe("杠");
  });

  it("falls back to the common text, and to nothing", () => {
    expect(lookup(catalogue, "plain", "action.pung")).toBe("碰");
    expect(lookup(catalogue, "", "action.pung")).toBe("碰");
    expect(lookup(catalogue, "plain", "action.chow")).toBeNull();
    expect(lookup(catalogue, "plain", "action")).toBeNull();
  });

  it("fills in parameters", () => {
    expect(lookup(catalogue, "", "refused.too_high", { number: 2 })).toBe("最多 2。");
    expect(fill("{a} {b}", { a: 0 })).toBe("0 {b}");
  });

  it("chooses the form that goes with a number", () => {
    const left = (count: number): string => fill("{count} {count:tile|tiles} left", { count });
    expect([0, 1, 2, 21].map(left)).toEqual(["0 tiles left", "1 tile left", "2 tiles left", "21 tiles left"]);
    expect(fill("{who} {count:has|have}", { count: 1 })).toBe("{who} has");
  });
});

describe("the catalogues", () => {
  const paths = (part: unknown, at = ""): string[] =>
    typeof part === "object" && part !== null ? Object.entries(part).flatMap(([key, value]) => paths(value, `${at}.${key}`)) : [at];

  it.each(["ui", "action", "step", "by", "shape"] as const)("have the same texts under %s", (section) => {
    expect(paths(zhHant[section])).toEqual(paths(zhHans[section]));
    expect(paths(en[section])).toEqual(paths(zhHans[section]));
  });

  it("name every tile", () => {
    const names = Array.from({ length: 42 }, (_, kind) => kindName(kind));
    for (const catalogue of [zhHans, zhHant, en]) expect(Object.keys(catalogue.ui.tile).sort()).toEqual([...names].sort());
  });
});

describe("the language at first", () => {
  it("is the browser's where we have it", () => {
    expect(preferred(["zh-TW", "en"])).toBe("zh-Hant");
    expect(preferred(["zh-Hant-HK"])).toBe("zh-Hant");
    expect(preferred(["zh-CN"])).toBe("zh-Hans");
    expect(preferred(["en-GB", "zh"])).toBe("en");
    expect(preferred(["fr", "en-US"])).toBe("en");
  });

  it("is Chinese where we have none of the browser's", () => {
    expect(preferred(["fr", "ja"])).toBe("zh-Hans");
    expect(preferred([])).toBe("zh-Hans");
  });
});
