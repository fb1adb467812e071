import { eventName, whichName, type TextSource } from "./narrate";
import type { GameEvent, Winner } from "./protocol";
import { kindOf } from "./tiles";

/** Happenings that nobody calls out. */
const QUIET = new Set(["start", "deal", "begin", "draw", "discard", "answered", "dice", "exhausted", "settle"]);

export interface Call {
  seat: number;
  text: string;
}

/** What players call out with an event: the word of the action where it is one, else the event's name. */
export function callOf(texts: TextSource, variant: string, event: GameEvent, viewer = -1): Call[] {
  if (event.type === "win") {
    return ((event.wins as Winner[]) ?? []).map((winner) => ({ seat: winner.seat, text: texts.of(variant, `by.${winner.by}`) }));
  }
  if (QUIET.has(event.type) || bannerOf(texts, variant, event, viewer) !== null) return [];
  const action = texts.find(variant, `action.${event.type}`);
  // What is said with an amount is the word of a button: which it was, the table shows.
  const text = action?.includes("{") ? eventName(texts, variant, event) : (action ?? eventName(texts, variant, event));
  return text !== null && event.seat !== undefined ? [{ seat: event.seat, text }] : [];
}

export interface Banner {
  text: string;
  /** What that means, in a sentence. */
  note?: string;
  /** Tiles that it is about, as kinds. */
  kinds: number[];
}

/**
 * What is written across the table with an event: what it brings, where that is one of several things, and where its game says so. A game may
 * say it otherwise to the one whom it concerns, with the tiles that he alone sees.
 */
export function bannerOf(texts: TextSource, variant: string, event: GameEvent, viewer = -1): Banner | null {
  const kinds = ownTiles(event, viewer).map(kindOf);
  const own = kinds.length ? texts.find(variant, `ui.banner.${event.type}_own`) : null;
  if (own !== null) return { text: own, kinds };
  const text = whichName(texts, variant, event) ?? wonBanner(texts, variant, event) ?? texts.find(variant, `ui.banner.${event.type}`);
  if (text === null) return null;
  const note = texts.find(variant, `${event.type}_note.${String(event[event.type])}`);
  return note === null ? { text, kinds: [] } : { text, note, kinds: [] };
}

/** What a win brings to light besides itself, where a game has a word for that: a bonus that nobody could know. */
function wonBanner(texts: TextSource, variant: string, event: GameEvent): string | null {
  if (event.type !== "win") return null;
  const elements = ((event.wins as Winner[]) ?? []).flatMap((winner) => winner.score.elements);
  return elements.map(({ id, value }) => texts.find(variant, `ui.banner.win_${id}`, { value })).find((text) => text !== null) ?? null;
}

/** Tiles that an event shows to the viewer for being his. */
function ownTiles(event: GameEvent, viewer: number): number[] {
  const tiles = event.received?.[viewer] ?? (event.seat === viewer && event.tile !== undefined ? [event.tile] : []);
  return tiles.filter((tile) => tile >= 0);
}
