import { beforeEach, describe, expect, it } from "vitest";
import { Choosing } from "../src/model/choosing.svelte";
import { buttonKeys, tileAt, tileHint } from "../src/model/keys";
import { choices, free, pictures, taps } from "../src/model/offers";
import type { Offer } from "../src/model/protocol";

describe("offers", () => {
  const offers: Offer[] = [
    { text: "win", verb: "win" },
    { text: "chow 46m", verb: "chow", tiles: [3, 5] },
    { text: "pung", verb: "pung" },
    { text: "pass", verb: "pass" },
  ];
  const step = { name: "claims", seat: -1, tile: 17, source: 3 };

  const look = { text: "peek 1", verb: "peek", number: 1, free: true };
  const ready = (count: number): Offer[] => Array.from({ length: count }, (_, kind) => ({ text: `ready ${kind + 1}m`, verb: "ready", tiles: [kind] }));
  const kinds = (some: Offer[]): string[] => choices(some).map((choice) => `${choice.id} ${choice.kind}`);

  it("are taps for discards and buttons for the rest", () => {
    const discard = { text: "discard 5m", verb: "discard", tiles: [4] };
    expect([...taps([...offers, discard]).keys()]).toEqual([4]);
    expect(kinds([discard, ...offers])).toEqual(["win offer", "chow 46m offer", "pung offer", "pass offer"]);
  });

  it("are one button and a tap where a verb has many tiles", () => {
    expect(kinds(ready(3))).toEqual(["ready 1m offer", "ready 2m offer", "ready 3m offer"]);
    expect(kinds([offers[0]!, ...ready(4), offers[3]!])).toEqual(["win offer", "ready tap", "pass offer"]);
    expect([...taps(ready(4), "ready").values()].map((offer) => offer.text)).toContain("ready 3m");
  });

  it("stand apart when nobody waits for them", () => {
    expect(kinds([...offers, look])).toHaveLength(offers.length);
    expect(free([...offers, look])).toEqual([look]);
  });

  it("show own tiles and the one on offer", () => {
    expect(pictures(offers[1]!, step, 0)).toEqual([
      { kind: 3, offered: false },
      { kind: 4, offered: true },
      { kind: 5, offered: false },
    ]);
    expect(pictures(offers[3]!, step, 0)).toEqual([]);
    const hidden = { name: "choosing", seat: 0, kinds: [-1, -1] };
    expect(pictures({ text: "take 2", verb: "take", number: 2 }, hidden, 0)).toEqual([{ kind: -1, offered: false }]);
    expect(pictures({ text: "take 3", verb: "take", number: 3 }, hidden, 0)).toEqual([]);
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

describe("choosing", () => {
  const discards = [0, 1, 2, 3].map((kind): Offer => ({ text: `discard ${kind + 1}m`, verb: "discard", tiles: [kind] }));
  const ready = discards.map((offer) => ({ ...offer, text: offer.text.replace("discard", "ready"), verb: "ready" }));
  let hand: number[];
  let offers: Offer[];
  let choosing: Choosing;

  beforeEach(() => {
    hand = [0, 1, 36, 108];
    choosing = new Choosing(
      () => offers,
      () => hand,
    );
  });

  it("turns the next tap on a tile into another verb, and back", () => {
    offers = [...ready, ...discards];
    choosing.toggleVerb("ready");
    expect(choosing.taps.get(2)?.text).toBe("ready 3m");
    choosing.toggleVerb("ready");
    expect(choosing.taps.get(2)?.text).toBe("discard 3m");
  });

  it("forgets the raised tile when it is gone, even where another of its kind has come", () => {
    offers = discards;
    expect(choosing.tap(1, 2)).toBeNull();
    expect(choosing.raised).toBe(1);
    hand = [0, 2, 36, 108];
    expect(choosing.raised).toBe(-1);
  });

  it("picks in the hand what all of it is on offer for, no more than it may", () => {
    offers = [{ text: "exchange", verb: "exchange", pick: { kinds: [0, 0, 9, 27], most: 2 } }];
    expect(choosing.inHand).toBe(true);
    expect(choosing.pickedText).toBe("exchange");
    for (const tile of [36, 0, 1]) choosing.toggle(tile);
    expect(choosing.pickedText).toBe("exchange 1m1p");
    choosing.toggle(36);
    choosing.toggle(1);
    expect(choosing.pickedText).toBe("exchange 1m1m");
  });

  it("picks by place among other tiles", () => {
    offers = [{ text: "horses", verb: "horses", pick: { kinds: [27, 11, 3], most: 2 } }];
    expect(choosing.inHand).toBe(false);
    choosing.toggle(0);
    choosing.toggle(1);
    expect(choosing.pickedText).toBe("horses 3pE");
  });
});
