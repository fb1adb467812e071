import { beforeEach, describe, expect, it, vi } from "vitest";
import { changed } from "../src/lobby/lobby.svelte";
import { remember, remembered } from "../src/lobby/latest";
import type { VariantInfo } from "../src/model/protocol";
import type { Card } from "../src/room/protocol";
import { isSpecial, toForm, withDefaults } from "../src/room/settings";
import { differences, specialOptions, without } from "../src/room/terms";
import { source } from "./texts";

const card = (id: string, host = "甲"): Card => ({ id, host }) as Card;

const game = {
  id: "a",
  seats: [2, 4],
  deals: 8,
  options: [
    { id: "base", kind: "integer", default: 1, values: [], minimum: 1, maximum: 9 },
    { id: "birds", kind: "choice", default: "two", values: ["none", "two"], minimum: null, maximum: null },
  ],
} as unknown as VariantInfo;

describe("listed rooms", () => {
  it("come first when they are new, stay where they were when they change, and go", () => {
    const now = changed([card("1"), card("2"), card("3")], [card("4"), card("2", "乙")], ["3"]);
    expect(now.map(({ id, host }) => `${id}${host}`)).toEqual(["4甲", "1甲", "2乙"]);
  });
});

describe("the settings of a room", () => {
  it("are those of the game where nothing else is said", () => {
    const settings = withDefaults(game, { variant: "a", options: { base: 3 } });
    expect(settings).toMatchObject({ seats: 4, deals: 8, options: { base: 3, birds: "two" }, spectators: "live" });
    expect(toForm(game, settings).options).toEqual({ base: 3 });
    expect(game.options.map((row) => isSpecial(row, settings.options[row.id]))).toEqual([true, false]);
  });
});

describe("what was opened last", () => {
  const kept = new Map<string, string>();

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  it("is remembered by game", () => {
    remember({ variant: "a", seconds: 5 });
    remember({ variant: "b", seconds: 60 });
    const variants = [game, { ...game, id: "b" }];
    expect(remembered(variants)).toEqual({ variant: "b", seconds: 60 });
    expect(remembered(variants, "a")).toEqual({ variant: "a", seconds: 5 });
  });

  it("is the first game where nothing, or nothing that is still offered, was opened", () => {
    expect(remembered([game])).toEqual({ variant: "a" });
    remember({ variant: "gone" });
    expect(remembered([game])).toEqual({ variant: "a" });
  });

  it("is nothing where something else was written", () => {
    kept.set("fangcheng.latest", "{");
    expect(remembered([game])).toEqual({ variant: "a" });
  });
});

describe("what is agreed", () => {
  const texts = source({
    ui: {
      between_names: "、",
      deals_count: "{count} 局",
      seconds_count: "{count} 秒",
      no_clock: "不限时",
      room: { deals: { label: "局数" }, seconds: { label: "时限" }, stake: { label: "打多大", points: "{count} 币" }, gain_cap: { label: "封顶", values: { true: "是", false: "否" } } },
    },
    games: { a: { option: { birds: { label: "扎鸟", values: { none: "不扎", two: "两只" } }, base: { label: "底分" } } } },
  });
  const fresh = withDefaults(game, { variant: "a" });

  it("differs from the standard in what the host has changed, and only where it counts", () => {
    expect(differences(texts, game, fresh, ["deals", "seconds", "gain_cap"])).toEqual([]);
    const changed = withDefaults(game, { variant: "a", seconds: 60, gain_cap: true, options: { birds: "none" } });
    const words = (settings: typeof changed): string[] => differences(texts, game, settings, ["deals", "seconds", "stake", "gain_cap"]).map(({ label, value }) => `${label} ${value}`);
    expect(words(changed)).toEqual(["时限 60 秒", "扎鸟 不扎"]);
    // A cap on money says nothing where none is played for.
    expect(words({ ...changed, stake: 5 })).toEqual(["时限 60 秒", "打多大 5 币", "封顶 是", "扎鸟 不扎"]);
  });

  it("is as it was when every difference is taken back", () => {
    let settings = withDefaults(game, { variant: "a", seconds: 0, options: { birds: "none", base: 4 } });
    for (const one of differences(texts, game, settings, ["seconds"])) settings = without(game, settings, one);
    expect(settings).toEqual(fresh);
  });

  it("of a room in the lobby is told from the options that it names", () => {
    expect(specialOptions(texts, game, { birds: "two", base: 3 }).map(({ label, value }) => `${label} ${value}`)).toEqual(["底分 3"]);
  });
});
