import type { GameEvent } from "./protocol";

const HOLDS: Record<string, number> = { draw: 160, discard: 320, chow: 650, pung: 650, kong: 650, dice: 1100, win: 1500, birds: 2400, exhausted: 900 };
/** What is written across the table is read. */
const BANNER = 1700;
const OTHER = 700;
const SILENT = new Set(["start", "deal", "begin", "answered", "settle"]);

const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5 } as const;

/** How long a message is shown before the next one may replace it, so that fast bots can be followed with the eye. */
export function hold(events: GameEvent[], waiting: number, speed: keyof typeof SPEEDS = "normal", banner = false): number {
  const longest = Math.max(banner ? BANNER : 0, ...events.map((event) => (SILENT.has(event.type) ? 0 : (HOLDS[event.type] ?? OTHER))));
  // With more than a few messages behind we are late already: hurry.
  return (longest * SPEEDS[speed]) / (waiting > 3 ? 4 : 1);
}
