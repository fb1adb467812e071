import { expect, it } from "vitest";
import en from "../../src/fangcheng/locales/en.json";
import zhHans from "../../src/fangcheng/locales/zh-Hans.json";
import zhHant from "../../src/fangcheng/locales/zh-Hant.json";
import { emotePicture } from "../src/art/emotes";

/** Emoji and other signs that only some fonts have: a machine with one Chinese font shows boxes for them. */
const RARE = /[\u2300-\u243f\u25b4-\u25b7\u25be-\u25c1\u2600-\u2604\u2606-\u27bf\u2b00-\u2bff\u{1f000}-\u{1faff}]/u;

const sources = import.meta.glob<string>("../src/**/*.{svelte,ts,css}", { query: "?raw", import: "default", eager: true });

it("shows no sign that only some fonts have", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(Object.keys(sources).filter((path) => RARE.test(sources[path] ?? ""))).toEqual([]);
  expect([zhHans, zhHant, en].filter((catalogue) => RARE.test(JSON.stringify(catalogue)))).toEqual([]);
});

it("has a picture of its own for every emote", () => {
  expect(Object.keys(en.emote).filter((id) => !emotePicture(id))).toEqual([]);
  expect(emotePicture("hello")).toBe("");
});
