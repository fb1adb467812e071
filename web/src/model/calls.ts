import { eventName, type TextSource } from "./narrate";
import type { GameEvent, Winner } from "./protocol";

/** Happenings that nobody calls out. */
const QUIET = new Set(["start", "deal", "begin", "draw", "discard", "answered", "dice", "exhausted", "settle"]);

export interface Call {
  seat: number;
  text: string;
}

/** What players call out with an event: the word of the action where it is one, else the event's name. */
export function callOf(texts: TextSource, variant: string, event: GameEvent): Call[] {
  if (QUIET.has(event.type)) return [];
  if (event.type === "win") {
    return ((event.wins as Winner[]) ?? []).map((winner) => ({ seat: winner.seat, text: texts.of(variant, `by.${winner.by}`) }));
  }
  const text = texts.find(variant, `action.${event.type}`) ?? eventName(texts, variant, event);
  return text !== null && event.seat !== undefined ? [{ seat: event.seat, text }] : [];
}
