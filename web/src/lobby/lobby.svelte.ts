import { Line } from "../room/line.svelte";
import type { Card, LobbyCommand, LobbyMessage, Waiting } from "../room/protocol";

/** What somebody waits for. */
export interface Wish {
  variant: string;
  stake: number;
  bots: boolean;
}

/** Cards after a message of changes: new rooms come first, changed ones keep their place. */
export function changed(cards: Card[], fresh: Card[], gone: string[]): Card[] {
  const known = new Set(cards.map((card) => card.id));
  const now = new Map(fresh.map((card) => [card.id, card]));
  const kept = cards.filter((card) => !gone.includes(card.id)).map((card) => now.get(card.id) ?? card);
  return [...fresh.filter((card) => !known.has(card.id)), ...kept];
}

/** The lobby as it is now: listed rooms, and who waits for a quick match. */
export class Lobby {
  rooms = $state.raw<Card[]>([]);
  waiting = $state.raw<Waiting[]>([]);
  people = $state(0);
  loaded = $state(false);
  /** What the player waits for, null while he does not. */
  wish = $state.raw<Wish | null>(null);
  /** For how many seconds by now. */
  waited = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly line = new Line<LobbyMessage, LobbyCommand>("lobby", (message) => this.#receive(message));

  constructor(private readonly matched: (table: string) => void) {}

  open(): void {
    this.line.open();
  }

  close(): void {
    clearInterval(this.#timer);
    this.line.close();
  }

  queue(wish: Wish): void {
    if (!this.wish) this.#watch(Date.now());
    this.wish = wish;
    this.line.send({ type: "queue", ...wish });
  }

  unqueue(): void {
    this.#forget();
    this.line.send({ type: "unqueue" });
  }

  waitingFor(variant: string, stake: number): number {
    return this.waiting.find((entry) => entry.variant === variant && entry.stake === stake)?.people ?? 0;
  }

  #receive(message: LobbyMessage): void {
    switch (message.type) {
      case "lobby":
        this.rooms = message.rooms;
        this.#count(message);
        // A connection that ends waits no longer; a wish outlives it.
        if (this.loaded && this.wish) this.line.send({ type: "queue", ...this.wish });
        this.loaded = true;
        break;
      case "changes":
        this.rooms = changed(this.rooms, message.rooms, message.gone);
        this.#count(message);
        break;
      case "matched":
        this.matched(message.table);
        break;
      case "refused":
        this.#forget();
    }
  }

  #watch(since: number): void {
    this.waited = 0;
    this.#timer = setInterval(() => (this.waited = Math.round((Date.now() - since) / 1000)), 1000);
  }

  #forget(): void {
    clearInterval(this.#timer);
    this.wish = null;
  }

  #count({ waiting, people }: { waiting: Waiting[]; people: number }): void {
    this.waiting = waiting;
    this.people = people;
  }
}
