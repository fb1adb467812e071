import type { TableInfo, TableMessage } from "../model/protocol";
import type { LogEntry } from "../model/table.svelte";
import type { Frame, Replay } from "./protocol";

/** Milliseconds a frame at each speed. */
export const SPEEDS = { slow: 1600, normal: 800, fast: 350, faster: 120 } as const;
export type Speed = keyof typeof SPEEDS;

/** What lies melded in a frame. Claims and kongs of every game show in it, whatever their events are called. */
const melded = (frame: Frame | undefined): string => JSON.stringify(frame?.view.seats.map((seat) => seat.melds));

/** Places of the frames at which somebody claims, kongs or wins. */
function turnsOf(frames: Frame[]): number[] {
  const lying = frames.map(melded);
  const wins = ({ events }: Frame): boolean => events.some((event) => event.type === "win");
  return frames.flatMap((frame, place) => (wins(frame) || (place > 0 && lying[place] !== lying[place - 1]) ? [place] : []));
}

/** A deal that is looked at again: which frame is shown, and how it goes on. */
export class Playback {
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  replay = $state.raw<Replay>() as Replay;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly last = $derived(this.replay.frames.length - 1);
  readonly frame = $derived(this.replay.frames[this.at] as Frame);
  readonly turns = $derived(turnsOf(this.replay.frames));
  readonly message = $derived.by((): TableMessage => ({ type: "table", seq: this.at, events: this.frame.events, view: this.frame.view, table: this.#table }));
  readonly latest = $derived(this.frame.events.map((event, place): LogEntry => ({ id: this.at * 100 + place, event })));

  constructor(replay: Replay, at: number) {
    this.replay = replay;
    this.go(at);
  }

  /** The same deal seen by somebody else; what is shown stays at its line of the log. */
  see(replay: Replay): void {
    const { line } = this.frame;
    this.replay = replay;
    this.goToLine(line);
  }

  goToLine(line: number): void {
    const place = this.replay.frames.findLastIndex((frame) => frame.line <= line);
    this.at = Math.max(0, place);
  }

  go(at: number): void {
    this.at = Number.isNaN(at) ? 0 : Math.min(Math.max(at, 0), this.last);
  }

  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  /** On to the next claim or win, or back to the one before. */
  jump(by: 1 | -1): void {
    this.pause();
    const found = by > 0 ? this.turns.find((place) => place > this.at) : this.turns.findLast((place) => place < this.at);
    this.go(found ?? (by > 0 ? this.last : 0));
  }

  play(): void {
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.playing) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.playing = false;
      else this.#wait();
    }, SPEEDS[this.speed]);
  }

  get #table(): TableInfo {
    const { deal } = this.replay;
    const seats = Array.from({ length: deal.seats }, () => false);
    const settled = this.frame.view.settled;
    return {
      id: "",
      variant: deal.variant,
      options: deal.options,
      names: deal.names,
      bots: deal.bots,
      totals: deal.totals.map((total, seat) => total + (settled?.payments[seat] ?? 0)),
      played: deal.number,
      deals: deal.deals,
      status: "over",
      clock: null,
      connected: seats.map(() => true),
      commitment: deal.commitment,
      auto: seats,
      ready: seats,
    } as TableInfo;
  }
}
