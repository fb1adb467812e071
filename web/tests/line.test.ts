import { describe, expect, it } from "vitest";
import { lineForm, SHOWN } from "../src/model/line";
import type { SeatView } from "../src/model/protocol";

type Line = Parameters<typeof lineForm>[0];
const melds = (...sizes: number[]): Line["melds"] => sizes.map((size) => ({ tiles: Array.from({ length: size }, () => 0) })) as SeatView["melds"];
const shown = (...sizes: number[]): Line["shown"] => sizes.map((size) => ({ id: "", tiles: Array.from({ length: size }, () => 0) }));

describe("the line of a seat", () => {
  it("has its full size as long as it fits", () => {
    expect(lineForm({ size: 13, melds: [], shown: [] }, false)).toEqual({ all: 1, hand: 1 });
    expect(lineForm({ size: 4, melds: melds(4, 4, 3), shown: [] }, false)).toEqual({ all: 1, hand: 1 });
    expect(lineForm({ size: 1, melds: melds(3, 3), shown: shown(6) }, false)).toEqual({ all: 1, hand: 1 });
  });

  it("becomes smaller as a whole where melds make it longer", () => {
    const { all, hand } = lineForm({ size: 2, melds: melds(4, 4, 4, 4), shown: [] }, true);
    expect(hand).toBe(1);
    expect(all).toBeCloseTo(16 / 17.2);
  });

  it("has smaller backs before what is laid open becomes smaller", () => {
    const some = lineForm({ size: 13, melds: [], shown: shown(6) }, false);
    expect(some.all).toBe(1);
    expect(some.hand * 13 + SHOWN * 6 + 1).toBeCloseTo(16);
    const all = lineForm({ size: 13, melds: [], shown: shown(13) }, false);
    expect(all.hand).toBe(0.5);
    expect(all.all).toBeLessThan(1);
    expect(all.all).toBeGreaterThan(lineForm({ size: 13, melds: [], shown: shown(13) }, true).all);
  });
});
