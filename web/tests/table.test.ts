import { describe, expect, it } from "vitest";
import { arranged, handPlaces, hasLaid, heldTiles, moved } from "../src/model/hand";
import { cornerWord, marksByKind } from "../src/model/marks";
import { meldLayout } from "../src/model/melds";
import { shortPosition } from "../src/model/narrate";
import type { Meld, SeatView, View } from "../src/model/protocol";
import { latestDiscard, riverForm, riverRows } from "../src/model/river";
import { unseen } from "../src/model/seen";
import { positionId, sideOf } from "../src/model/seats";
import { roundTheTable, stackAhead, stacks } from "../src/model/wall";
import { english } from "./texts";

describe("seats", () => {
  it("go round against the clock from the viewer", () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(seat, 1, 4))).toEqual(["left", "bottom", "right", "top"]);
    expect([0, 1, 2].map((seat) => sideOf(seat, 2, 3))).toEqual(["right", "left", "bottom"]);
    expect([0, 1].map((seat) => sideOf(seat, 1, 2))).toEqual(["top", "bottom"]);
  });

  it("are called by their place", () => {
    expect([0, 1, 2, 3].map((seat) => positionId(seat, 3, 4))).toEqual(["next", "across", "previous", "self"]);
    expect([0, 1].map((seat) => positionId(seat, 0, 2))).toEqual(["self", "across"]);
  });

  it("are told apart in one character, by spectators too", () => {
    const short = (viewer: number): string[] => [0, 1, 2, 3].map((seat) => shortPosition(english, { variant: "", viewer, seats: 4 }, seat));
    expect(short(-1)).toEqual(["1", "2", "3", "4"]);
    expect(short(0)).toEqual(["Y", "R", "A", "L"]);
  });
});

describe("what a seat has laid", () => {
  it("is melds, and what lies open beside them", () => {
    expect([{ melds: [], shown: [] }, undefined].map(hasLaid)).toEqual([false, false]);
    expect(hasLaid({ melds: [{ shape: "pung", tiles: [0, 1, 2] }], shown: [] } as unknown as SeatView)).toBe(true);
    expect(hasLaid({ melds: [], shown: [{ id: "any", tiles: [136] }] })).toBe(true);
  });
});

describe("rivers", () => {
  const river = (count: number): Pick<SeatView, "river" | "claimed"> => ({ river: Array.from({ length: count }, (_, tile) => tile), claimed: [1] });

  it("lie in rows of six, longer and smaller where these are more than three", () => {
    expect(riverRows(river(0), 4)).toEqual([]);
    expect(riverRows(river(7), 4).map((row) => row.length)).toEqual([6, 1]);
    expect(riverRows(river(20), 4).map((row) => row.length)).toEqual([7, 7, 6]);
    const forms = (seats: number, counts: number[]): string[] =>
      counts.map((tiles) => riverForm(tiles, seats)).map(({ columns, scale }) => `${columns} ${scale.toFixed(2)}`);
    expect(forms(4, [0, 1, 18, 19, 21, 22, 24, 25, 28, 30])).toEqual(
      ["6 1.00", "6 1.00", "6 1.00", "7 0.91", "7 0.91", "8 0.80", "8 0.80", "7 0.75", "7 0.75", "8 0.75"],
    );
    expect(forms(2, [0, 24, 25, 26, 27, 36])).toEqual(["12 1.00", "12 1.00", "13 0.92", "13 0.92", "14 0.86", "12 0.67"]);
    expect(riverRows(river(20), 2).map((row) => row.length)).toEqual([12, 8]);
  });

  it("keep claimed tiles as ghosts", () => {
    expect(riverRows(river(3), 4)[0]?.map((tile) => tile.claimed)).toEqual([false, true, false]);
  });

  const view = (latest: number, claimed: number[] = []): Pick<View, "latest" | "seats"> =>
    ({ latest, seats: [{ river: [1], claimed: [] }, { river: [2, 3], claimed }] }) as unknown as View;

  it("mark the latest discard, until it is claimed", () => {
    expect(latestDiscard(view(1))).toEqual({ seat: 1, place: 1 });
    expect(latestDiscard(view(1, [0]))).toEqual({ seat: 1, place: 1 });
    expect(latestDiscard(view(1, [1]))).toBeNull();
    expect(latestDiscard(view(-1))).toBeNull();
  });
});

describe("melds", () => {
  const OWN = { claimed: -1, source: -1 };
  const sideways = (source: number): boolean[] =>
    meldLayout({ shape: "chow", tiles: [0, 4, 8], claimed: 4, source }, 0, 4).map((tile) => tile.sideways);
  const above = (meld: Meld): number[][] => meldLayout(meld, 0, 4).map((tile) => tile.above);

  it("show by the place of the sideways tile from whom it came", () => {
    expect(sideways(3)).toEqual([true, false, false]);
    expect(sideways(2)).toEqual([false, true, false]);
    expect(sideways(1)).toEqual([false, false, true]);
  });

  it("keep their tiles in the order in which they are given", () => {
    const chow = meldLayout({ shape: "chow", tiles: [36, 124, 44], claimed: 44, source: 3 }, 0, 4);
    expect(chow.map((tile) => tile.kind)).toEqual([11, 9, 31]);
  });

  it("have added tiles on their like", () => {
    expect(above({ shape: "kong", tiles: [0, 1, 2, 3], claimed: 3, source: 3 })).toEqual([[], [], [0]]);
    expect(above({ shape: "three_kind_kong", tiles: [124, 128, 132, 125, 126, 133], ...OWN })).toEqual([[31, 31], [], [33]]);
    expect(above({ shape: "single_kong", tiles: [128], ...OWN })).toEqual([[]]);
  });

  it("cover a concealed kong, wholly where it is hidden", () => {
    expect(meldLayout({ shape: "concealed_kong", tiles: [0, 1, 2, 3], ...OWN }, 0, 4).map((tile) => tile.kind)).toEqual([-1, -1, -1]);
    expect(above({ shape: "concealed_kong", tiles: [0, 1, 2, 3], ...OWN })).toEqual([[], [0], []]);
    expect(above({ shape: "concealed_kong", tiles: [-1, -1, -1, -1], ...OWN })).toEqual([[], [-1], []]);
  });
});

describe("the hand", () => {
  it("takes two rows of a narrow screen at most, the drawn tile at the end of the last", () => {
    const places = (tiles: number, drawn: boolean): string =>
      handPlaces(heldTiles({ hand: Array.from({ length: tiles }, (_, tile) => tile), drawn: drawn ? tiles - 1 : null }))
        .map(({ row, column }) => `${row}${column}`)
        .join(" ");
    expect(places(0, false)).toBe("");
    expect(places(1, false)).toBe("11");
    expect(places(8, true)).toBe("11 12 13 14 15 16 17 18");
    expect(places(11, true)).toBe("11 12 13 14 15 16 21 22 23 24 26");
    expect(places(13, false)).toBe("11 12 13 14 15 16 17 21 22 23 24 25 26");
  });

  it("has the drawn tile last, once", () => {
    expect(heldTiles({ hand: [0, 4, 8], drawn: 4 })).toEqual([
      { tile: 0, drawn: false },
      { tile: 8, drawn: false },
      { tile: 4, drawn: true },
    ]);
    expect(heldTiles({ hand: [0, 4], drawn: null }).every((held) => !held.drawn)).toBe(true);
    expect(heldTiles({ hand: null, drawn: -1 })).toEqual([]);
  });

  it("has wild tiles first, and others where they are played", () => {
    const marks = marksByKind([
      { id: "wild", kinds: [9] },
      { id: "stand_in", kinds: [31], as: 9 },
    ]);
    const order = heldTiles({ hand: [0, 36, 40, 108, 124], drawn: null }, marks).map((held) => held.tile);
    expect(order).toEqual([36, 0, 124, 40, 108]);
  });
});

describe("the player's own order", () => {
  const place = (tile: number): number => tile >> 2;

  it("is kept, and new tiles go where they would be looked for", () => {
    expect(arranged([0, 4, 8, 40], [40, 8, 0, 4], place)).toEqual([40, 8, 0, 4]);
    expect(arranged([0, 4, 8, 12], [8, 0, 4], place)).toEqual([8, 12, 0, 4]);
    expect(arranged([0, 5, 4, 8], [8, 4], place)).toEqual([0, 8, 4, 5]);
    expect(arranged([0, 4], [80], place)).toEqual([0, 4]);
  });

  it("changes by one tile at a time, within the hand", () => {
    expect(moved([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4]);
    expect(moved([1, 2, 3, 4], 4, -1)).toEqual([4, 1, 2, 3]);
    expect(moved([1, 2, 3, 4], 2, 9)).toEqual([1, 3, 4, 2]);
  });

  it("leaves the drawn tile apart", () => {
    const order = heldTiles({ hand: [0, 4, 8], drawn: 0 }, new Map(), [8, 0, 4]).map((held) => held.tile);
    expect(order).toEqual([8, 4, 0]);
  });
});

describe("tiles out of sight", () => {
  it("are those that lie nowhere open, a claimed one counted once", () => {
    const seat = { hand: [0, 1], river: [2], claimed: [0], melds: [{ shape: "pung", tiles: [2, 4, 5] }], shown: [{ id: "s", tiles: [1] }] };
    const view = { seats: [seat, { ...seat, hand: null, river: [136], melds: [], shown: [] }] } as unknown as View;
    expect([0, 1, 2, 34, 35].map((kind) => unseen(view, kind))).toEqual([1, 2, 4, 0, 1]);
  });
});

describe("marks", () => {
  const marks = marksByKind([
    { id: "indicator", kinds: [3, 4] },
    { id: "stand_in", kinds: [31], as: 9 },
  ]);

  it("tell what a kind means and as what it is shown", () => {
    expect(marks.get(4)).toEqual({ id: "indicator", face: 4, tone: 0 });
    expect(marks.get(31)).toEqual({ id: "stand_in", face: 9, tone: 1 });
    expect(marks.get(5)).toBeUndefined();
  });

  it("have a short word for the corner of a tile", () => {
    expect(["钻", "百搭", "Treasure"].map(cornerWord)).toEqual(["钻", "百搭", "T"]);
  });
});

describe("the wall", () => {
  it("is drawn as stacks with a head and a tail", () => {
    const list = stacks({ size: 8, left: 4, head: 3, gone: "11100010", stack: 2 });
    expect(list.map((stack) => [stack.upper, stack.lower])).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [false, true],
    ]);
    expect(list.findIndex((stack) => stack.head)).toBe(1);
    expect(list.findIndex((stack) => stack.tail)).toBe(3);
  });

  it("may be a single row", () => {
    const list = stacks({ size: 3, left: 2, head: 1, gone: "100", stack: 1 });
    expect(list.map((stack) => [stack.upper, stack.lower])).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
  });

  it("shows where a tile lies that is drawn later", () => {
    const wall = { size: 8, left: 4, head: 3, gone: "11100010", stack: 2 };
    expect([0, 1, 2, 4, 5].map((distance) => stackAhead(wall, distance))).toEqual([-1, 1, 2, 3, -1]);
  });

  it("stands before seats, each behind that of the next one", () => {
    const places = [3, 2, 1, 0].map((seat) => roundTheTable({ seat, stack: 1 }, 0, 17));
    expect(places).toEqual([0, 17, 34, 51]);
    expect(roundTheTable({ seat: 1, stack: 17 }, 1, 17)).toBe(67);
  });
});
