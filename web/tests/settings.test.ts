import { describe, expect, it } from "vitest";
import { CHOICES, DEFAULTS, ofTheAccount, sane, withAccount } from "../src/settings/values";
import zhHans from "../../src/fangcheng/locales/zh-Hans.json";

describe("settings", () => {
  it("that were kept are taken as far as they make sense", () => {
    expect(sane({ sound: false, volume: 101, speed: "faster", order: "own", more: 1 })).toEqual({ ...DEFAULTS, sound: false, order: "own" });
    expect(sane({ sound: "yes", volume: "60" })).toEqual(DEFAULTS);
    for (const nothing of [null, undefined, 3, "x", []]) expect(sane(nothing)).toEqual(DEFAULTS);
  });

  it("follow the account, except what belongs to the device", () => {
    const device = { ...DEFAULTS, volume: 10, size: "large", taps: "two" } as const;
    const account = { ...DEFAULTS, volume: 90, size: "small", taps: "one", sound: false } as const;
    expect(withAccount({ ...device }, account)).toEqual({ ...device, sound: false });
    expect(Object.keys(ofTheAccount({ ...device }))).not.toContain("volume");
    expect(withAccount({ ...device }, null)).toEqual(device);
  });

  it("keep another's eyes off the hand until it is allowed", () => {
    expect(DEFAULTS.open_hand).toBe(false);
  });

  it("have words for everything that can be chosen", () => {
    const words = zhHans.ui.settings as unknown as Record<string, { values?: Record<string, string> }>;
    for (const [id, values] of Object.entries(CHOICES)) expect(Object.keys(words[id]?.values ?? {})).toEqual([...values]);
    for (const id of Object.keys(DEFAULTS)) expect(words[id]).toHaveProperty("label");
  });
});
