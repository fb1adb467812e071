import { eventName, whichName, type TextSource } from "./narrate";
import type { GameEvent, Winner } from "./protocol";

/** Happenings that nobody calls out. */
const QUIET = new Set(["start", "deal", "begin", "draw", "discard", "answered", "dice", "exhausted", "settle"]);

export interface Call {
  seat: number;
  text: string;
}

/** What players call out with an event: the word of the action where it is one, else the event's name. */
export function callOf(texts: TextSource, variant: string, event: GameEvent): Call[] {
  if (QUIET.has(event.type) || bannerOf(texts, variant, event) !== null) return [];
  if (event.type === "win") {
    return ((event.wins as Winner[]) ?? []).map((winner) => ({ seat: winner.seat, text: texts.of(variant, `by.${winner.by}`) }));
  }
  const text = texts.find(variant, `action.${event.type}`) ?? eventName(texts, variant, event);
  return text !== null && event.seat !== undefined ? [{ seat: event.seat, text }] : [];
}

/** What is written across the table with an event: what it brings, where that is one of several things, and where its game says so. */
export function bannerOf(texts: TextSource, variant: string, event: GameEvent): string | null {
  return whichName(texts, variant, event) ?? texts.find(variant, `ui.banner.${event.type}`);
}
