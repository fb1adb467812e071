import { describe, expect, it } from "vitest";
import { heldTiles } from "../src/model/hand";
import { buttonKeys, tileAt, tileHint } from "../src/model/keys";
import { meldLayout } from "../src/model/melds";
import { buttons, pictures, taps } from "../src/model/offers";
import type { Offer, SeatView, View } from "../src/model/protocol";
import { latestDiscard, riverRows } from "../src/model/river";
import { positionId, sideOf } from "../src/model/seats";
import { stacks } from "../src/model/wall";

describe("seats", () => {
  it("go round against the clock from the viewer", () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(seat, 1, 4))).toEqual(["left", "bottom", "right", "top"]);
    expect([0, 1, 2].map((seat) => sideOf(seat, 2, 3))).toEqual(["right", "left", "bottom"]);
    expect([0, 1].map((seat) => sideOf(seat, 1, 2))).toEqual(["top", "bottom"]);
  });

  it("are called by their place", () => {
    expect([0, 1, 2, 3].map((seat) => positionId(seat, 3, 4))).toEqual(["next", "across", "previous", "self"]);
    expect([0, 1].map((seat) => positionId(seat, 0, 2))).toEqual(["self", "across"]);
    expect(positionId(2, -1, 4)).toBe("seat_2");
  });
});

describe("rivers", () => {
  const river = (count: number): Pick<SeatView, "river" | "claimed"> => ({ river: Array.from({ length: count }, (_, tile) => tile), claimed: [1] });

  it("lie in rows of six, the third without end", () => {
    expect(riverRows(river(0), 4)).toEqual([]);
    expect(riverRows(river(7), 4).map((row) => row.length)).toEqual([6, 1]);
    expect(riverRows(river(20), 4).map((row) => row.length)).toEqual([6, 6, 8]);
    expect(riverRows(river(20), 2).map((row) => row.length)).toEqual([12, 8]);
  });

  it("keep claimed tiles as ghosts", () => {
    expect(riverRows(river(3), 4)[0]?.map((tile) => tile.claimed)).toEqual([false, true, false]);
  });

  const view = (rivers: number[][], more: Partial<View> = {}): View =>
    ({ number: 0, step: { name: "turn" }, seats: rivers.map((tiles) => ({ river: tiles, claimed: [] })), ...more }) as unknown as View;

  it("mark the latest discard until the next one", () => {
    const before = view([[1], []]);
    const after = view([[1], [2]]);
    expect(latestDiscard(before, after, null)).toEqual({ seat: 1, place: 0 });
    expect(latestDiscard(after, after, { seat: 1, place: 0 })).toEqual({ seat: 1, place: 0 });
  });

  it("mark nothing once it is claimed, or in a new deal", () => {
    const before = view([[1], [2]]);
    const claimed = view([[1], [2]]);
    claimed.seats[1]!.claimed = [0];
    expect(latestDiscard(before, claimed, { seat: 1, place: 0 })).toBeNull();
    expect(latestDiscard(before, view([[], []], { number: 1 }), { seat: 1, place: 0 })).toBeNull();
  });

  it("mark what the step is about after a reconnect", () => {
    const step = { name: "claims", tile: 2, source: 1, seat: -1 };
    expect(latestDiscard(null, view([[1], [2]], { step }), null)).toEqual({ seat: 1, place: 0 });
  });
});

describe("melds", () => {
  const claimed = (source: number): boolean[] =>
    meldLayout({ shape: "chow", tiles: [0, 4, 8], claimed: 4, source }, 0, 4).row.map((tile) => tile.sideways);

  it("show by the place of the sideways tile from whom it came", () => {
    expect(claimed(3)).toEqual([true, false, false]);
    expect(claimed(2)).toEqual([false, true, false]);
    expect(claimed(1)).toEqual([false, false, true]);
  });

  it("put the fourth tile of a kong on top", () => {
    const kong = meldLayout({ shape: "kong", tiles: [0, 1, 2, 3], claimed: 3, source: 3 }, 0, 4);
    expect(kong.row.map((tile) => tile.kind)).toEqual([0, 0, 0]);
    expect(kong.top?.kind).toBe(0);
  });

  it("cover a concealed kong, wholly where it is hidden", () => {
    expect(meldLayout({ shape: "concealed_kong", tiles: [0, 1, 2, 3] }, 0, 4)).toMatchObject({ row: [{ kind: -1 }, { kind: -1 }, { kind: -1 }], top: { kind: 0 } });
    expect(meldLayout({ shape: "concealed_kong", tiles: [-1, -1, -1, -1] }, 0, 4).top?.kind).toBe(-1);
  });
});

describe("the hand", () => {
  it("has the drawn tile last, once", () => {
    expect(heldTiles({ hand: [0, 4, 8], drawn: 4 })).toEqual([
      { tile: 0, drawn: false },
      { tile: 8, drawn: false },
      { tile: 4, drawn: true },
    ]);
    expect(heldTiles({ hand: [0, 4], drawn: null }).every((held) => !held.drawn)).toBe(true);
    expect(heldTiles({ hand: null, drawn: -1 })).toEqual([]);
  });
});

describe("offers", () => {
  const offers: Offer[] = [
    { text: "win", verb: "win" },
    { text: "chow 46m", verb: "chow", tiles: [3, 5] },
    { text: "pung", verb: "pung" },
    { text: "pass", verb: "pass" },
  ];
  const step = { name: "claims", seat: -1, tile: 17, source: 3 };

  it("are taps for discards and buttons for the rest", () => {
    const discard = { text: "discard 5m", verb: "discard", tiles: [4] };
    expect([...taps([...offers, discard]).keys()]).toEqual([4]);
    expect(buttons([discard, ...offers])).toEqual(offers);
  });

  it("show own tiles and the one on offer", () => {
    expect(pictures(offers[1]!, step, 0)).toEqual([
      { kind: 3, offered: false },
      { kind: 4, offered: true },
      { kind: 5, offered: false },
    ]);
    expect(pictures(offers[3]!, step, 0)).toEqual([]);
    expect(pictures({ text: "pung on 2s", verb: "pung", on: 19 }, step, 0)).toEqual([{ kind: 19, offered: true }]);
  });

  it("have keys by their order, and space to pass", () => {
    expect(buttonKeys(offers).map((key) => key[0])).toEqual(["KeyQ", "KeyW", "KeyE", "Space"]);
  });
});

describe("keys of the hand", () => {
  it("count tiles from the left", () => {
    expect(tileAt("Digit1", 14, true)).toBe(0);
    expect(tileAt("Digit0", 14, true)).toBe(9);
    expect(tileAt("BracketRight", 14, true)).toBe(13);
    expect(tileHint(10)).toBe("-");
  });

  it("reach no further than the hand", () => {
    expect(tileAt("Digit5", 4, false)).toBe(-1);
    expect(tileAt("Escape", 14, true)).toBe(-1);
  });

  it("have D for the drawn tile", () => {
    expect(tileAt("KeyD", 14, true)).toBe(13);
    expect(tileAt("KeyD", 13, false)).toBe(-1);
  });
});

describe("the wall", () => {
  it("is drawn as stacks with a head and a tail", () => {
    const list = stacks({ size: 8, left: 4, head: 3, gone: "11100010" });
    expect(list.map((stack) => [stack.upper, stack.lower])).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [false, true],
    ]);
    expect(list.findIndex((stack) => stack.head)).toBe(1);
    expect(list.findIndex((stack) => stack.tail)).toBe(3);
  });
});
