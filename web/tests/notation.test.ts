import { describe, expect, it } from "vitest";
import { formatHand, formatKinds, meldKinds, meldOf, NotationError, overfull, parseHand, parseKinds, tileNotes } from "../src/study/notation";

const position = (work: () => unknown): number => {
  try {
    work();
  } catch (error) {
    if (error instanceof NotationError) return error.position;
    throw error;
  }
  return 0;
};

describe("notation", () => {
  it("reads kinds in the order written, and writes them again", () => {
    expect(parseKinds("13m 55p E1zC")).toEqual([0, 2, 13, 13, 27, 27, 31]);
    expect(formatKinds([0, 2, 13, 13, 27, 31])).toBe("13m55pEC");
  });

  it("says where something is that it does not know", () => {
    expect(position(() => parseKinds("12x"))).toBe(3);
    expect(position(() => parseKinds("123m45"))).toBe(5);
    expect(position(() => parseKinds("9z"))).toBe(1);
    expect(position(() => parseHand("123m + 45s"))).toBe(7);
    expect(position(() => parseHand("1m + 2m + 3m"))).toBe(9);
    expect(position(() => parseHand("123m [777p] 4x + 5s"))).toBe(14);
    expect(position(() => parseHand("123m [7x7p]"))).toBe(8);
    expect(position(() => parseHand("123m []"))).toBe(6);
  });

  it("reads a whole hand and writes it as it was", () => {
    const text = "222m77p99933s [444p] (7777s) + 7p";
    expect(formatHand(parseHand(text))).toBe(text);
    expect(parseHand("[4 4 4p]").melds).toEqual(["[444p]"]);
    expect(parseHand("")).toEqual({ concealed: [], melds: [], win: null });
  });

  it("finds a kind that there cannot be so many of, wherever its tiles lie", () => {
    expect(overfull(parseHand("11111m"))).toBe(0);
    expect(overfull(parseHand("99s [999s]"))).toBe(26);
    expect(overfull(parseHand("111m + 1m"))).toBe(-1);
    expect(overfull(parseHand("aa"))).toBe(34);
  });

  it("makes melds from their first tile", () => {
    expect(meldOf("chow", 0)).toBe("[123m]");
    expect(meldOf("chow", 7)).toBeNull();
    expect(meldOf("chow", 27)).toBeNull();
    expect(meldOf("concealed_kong", 15)).toBe("(7777p)");
    expect(meldOf("single_kong", 32)).toBe("{F}");
    expect(meldOf("three_kind_kong", 31)).toBe("{CFP}");
    expect(meldOf("three_kind_kong", 8)).toBe("{9m9p9s}");
    expect(meldOf("three_kind_kong", 27)).toBeNull();
  });

  it("lays the outer tiles of a concealed kong face down", () => {
    expect(meldKinds("(7777p)")).toEqual([-1, 15, 15, -1]);
    expect(meldKinds("[7777p]")).toEqual([15, 15, 15, 15]);
  });

  it("tells how to write the tiles that a game has", () => {
    const kinds = (number: number): number[] => Array.from({ length: number }, (_, kind) => kind);
    expect(tileNotes(kinds(27))).toEqual(["suits"]);
    expect(tileNotes(kinds(34))).toEqual(["suits", "winds", "dragons"]);
    expect(tileNotes(kinds(42))).toEqual(["suits", "winds", "dragons", "flowers"]);
  });
});
