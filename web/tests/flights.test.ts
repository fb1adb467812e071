import { describe, expect, it } from "vitest";
import { flightsOf } from "../src/model/flights";
import type { GameEvent, View } from "../src/model/protocol";

const seats = [0, 1, 2, 3].map(() => ({ river: [17], claimed: [] }));
const view = (more: Partial<View> = {}): View => ({ seats, dealer: 2, viewer: 0, latest: 1, ...more }) as unknown as View;
const routes = (event: GameEvent, more: Partial<View> = {}): string[] =>
  flightsOf([event], view(more)).map(({ kind, from, to }) => {
    const name = (spot: typeof from): string => ("seat" in spot ? `${spot.at} ${spot.seat}` : spot.at);
    return `${kind}: ${name(from)} > ${name(to)}`;
  });

describe("tiles in the air", () => {
  it("are dealt round the table, the dealer first", () => {
    const to = flightsOf([{ type: "deal" }], view()).map((flight) => ("seat" in flight.to ? flight.to.seat : -1));
    expect(to).toEqual([2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
  });

  it("come from the wall for others, with what is known of them", () => {
    expect(routes({ type: "draw", seat: 1, tile: -1 })).toEqual(["-1: wall > hand 1"]);
    expect(routes({ type: "draw", seat: 3, tile: 16 })).toEqual(["4: wall > hand 3"]);
    expect(routes({ type: "draw", seat: 0, tile: 16 })).toEqual([]);
  });

  it("go from the river into the meld that takes them, whatever it is called", () => {
    expect(routes({ type: "pung", seat: 3, tiles: [18, 19], claimed: 17, source: 1 })).toEqual(["4: river 1 > meld 3"]);
    expect(routes({ type: "open", seat: 3, tiles: [16, 18, 19], claimed: 17, source: 3 })).toEqual([]);
    expect(routes({ type: "kong", seat: 3, tiles: [16, 17, 18, 19] })).toEqual([]);
  });

  it("go to whoever wins with them, as long as they lie in the river", () => {
    const win = { type: "win", wins: [{ seat: 0, tiles: [17], source: 1 }, { seat: 2, tiles: [17], source: 1 }] };
    expect(routes(win)).toEqual(["4: river 1 > hand 0", "4: river 1 > hand 2"]);
    expect(routes(win, { latest: -1 })).toEqual([]);
    expect(routes({ type: "win", wins: [{ seat: 0, tiles: [17], source: -1 }] })).toEqual([]);
  });
});
