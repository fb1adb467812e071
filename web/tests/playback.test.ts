import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback, SPEEDS } from "../src/study/playback.svelte";
import type { Frame, Replay } from "../src/study/protocol";

const frame = (line: number, ...types: string[]): Frame => laid(line, [], ...types);

/** A frame with melds of the one seat that there is. */
const laid = (line: number, melds: string[], ...types: string[]): Frame =>
  ({ line, events: types.map((type) => ({ type })), view: { settled: null, seats: [{ melds: melds.map((shape) => ({ shape })) }] }, choices: [] }) as unknown as Frame;

const replay = (frames: Frame[]): Replay =>
  ({
    deal: { variant: "x", options: {}, seats: 2, dealer: 0, number: 0, commitment: "", names: ["a", "b"], bots: [false, true], totals: [5, -5], deals: 8 },
    seats: [0, 1],
    open: true,
    frames,
  }) as Replay;

const FRAMES = [
  frame(1, "start"),
  frame(2, "deal"),
  frame(3, "draw"),
  laid(5, ["pung"], "answered", "pung"),
  laid(6, ["pung"], "discard"),
  laid(8, ["pung"], "win"),
  laid(9, ["pung"], "settle"),
];

describe("playback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("steps within the deal and no further", () => {
    const playback = new Playback(replay(FRAMES), 0);
    playback.step(-1);
    expect(playback.at).toBe(0);
    playback.step(2);
    expect(playback.frame.line).toBe(3);
    playback.step(Infinity);
    expect(playback.at).toBe(6);
    playback.step(-Infinity);
    expect(playback.at).toBe(0);
    playback.go(NaN);
    expect(playback.at).toBe(0);
  });

  it("jumps to claims and wins", () => {
    const playback = new Playback(replay(FRAMES), 0);
    const seen = [1, 2, 3].map(() => (playback.jump(1), playback.at));
    expect(seen).toEqual([3, 5, 6]);
    playback.jump(-1);
    expect(playback.at).toBe(5);
    playback.step(-Infinity);
    playback.jump(-1);
    expect(playback.at).toBe(0);
  });

  it("jumps to kongs whatever their game calls them, and to nothing else of a game's own", () => {
    const frames = [frame(1, "start"), frame(2, "shown"), laid(3, ["pung"], "pung"), laid(4, ["pung"], "shown"), laid(5, ["kong"], "opened"), laid(6, ["kong"], "draw")];
    const playback = new Playback(replay(frames), 0);
    expect([1, 2, 3].map(() => (playback.jump(1), playback.at))).toEqual([2, 4, 5]);
  });

  it("keeps its line when somebody else looks, of whom some lines are hidden", () => {
    const playback = new Playback(replay(FRAMES), 4);
    playback.see(replay(FRAMES.filter((entry) => entry.line !== 6)));
    expect(playback.frame.line).toBe(5);
  });

  it("plays to the end and begins anew from there", () => {
    const playback = new Playback(replay(FRAMES), 4);
    playback.play();
    vi.advanceTimersByTime(SPEEDS.normal);
    expect(playback.at).toBe(5);
    playback.setSpeed("faster");
    vi.advanceTimersByTime(SPEEDS.faster);
    expect([playback.at, playback.playing]).toEqual([6, false]);
    playback.toggle();
    expect([playback.at, playback.playing]).toEqual([0, true]);
    playback.step(1);
    vi.advanceTimersByTime(10 * SPEEDS.normal);
    expect([playback.at, playback.playing]).toEqual([1, false]);
  });

  it("adds what a deal was paid to the totals once it is paid", () => {
    const last = { ...frame(9, "settle"), view: { settled: { payments: [3, -3] } } } as unknown as Frame;
    const playback = new Playback(replay([frame(1, "start"), last]), 0);
    expect(playback.message.table.totals).toEqual([5, -5]);
    playback.step(1);
    expect(playback.message.table.totals).toEqual([8, -8]);
  });
});
