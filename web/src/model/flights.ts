import { latestDiscard } from "./river";
import type { GameEvent, View, Winner } from "./protocol";
import { HIDDEN, kindOf } from "./tiles";

/** Where a tile flies from or to. */
export type Spot = { at: "wall" } | { at: "river" | "hand" | "meld"; seat: number };

/** A tile on its way, as the events tell it; nothing waits for it to arrive. */
export interface Flight {
  /** -1 shows its back. */
  kind: number;
  from: Spot;
  to: Spot;
  /** When it takes off, in shares of a flight's time. */
  delay: number;
  /** It is what the hand was won with. */
  won?: boolean;
}

/** Rounds in which hands are dealt, as they are seen to be. */
const ROUNDS = 3;

/** What flies with the events of a message that leads to this view. */
export function flightsOf(events: readonly GameEvent[], view: Pick<View, "seats" | "dealer" | "viewer" | "latest">): Flight[] {
  return events.flatMap((event) => {
    if (event.type === "deal") return dealt(view.seats.length, view.dealer);
    if (event.type === "draw") return drawn(event, view.viewer);
    if (event.type === "win") return ((event.wins as Winner[] | undefined) ?? []).flatMap((winner) => won(winner, view));
    return claimed(event);
  });
}

function dealt(seats: number, dealer: number): Flight[] {
  const order = Array.from({ length: seats * ROUNDS }, (_, place) => (dealer + place) % seats);
  return order.map((seat, place) => ({ kind: HIDDEN, from: { at: "wall" }, to: { at: "hand", seat }, delay: place * 0.25 }));
}

/** The viewer's own tile comes face up into his hand by itself. */
function drawn(event: GameEvent, viewer: number): Flight[] {
  const { seat = -1, tile = HIDDEN } = event;
  return seat < 0 || seat === viewer ? [] : [{ kind: kindOf(tile), from: { at: "wall" }, to: { at: "hand", seat }, delay: 0 }];
}

/** A discard taken into a meld, by whatever name the game has for it. */
function claimed({ seat = -1, claimed = HIDDEN, source }: GameEvent): Flight[] {
  if (claimed < 0 || typeof source !== "number" || source < 0 || source === seat) return [];
  return [{ kind: kindOf(claimed), from: { at: "river", seat: source }, to: { at: "meld", seat }, delay: 0 }];
}

function won({ seat, source = -1, tiles }: Winner, view: Pick<View, "seats" | "latest">): Flight[] {
  const tile = tiles[0];
  // What was not discarded, a robbed kong for one, is where it is.
  if (source < 0 || tile === undefined || latestDiscard(view)?.seat !== source) return [];
  return [{ kind: kindOf(tile), from: { at: "river", seat: source }, to: { at: "hand", seat }, delay: 0, won: true }];
}
