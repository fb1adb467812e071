import type { Parameters } from "./catalogue";
import type { GameEvent, TableInfo, TileGroup, Winner } from "./protocol";
import { positionId } from "./seats";
import { kindName, kindOf } from "./tiles";

/** What texts are asked of; `language.svelte.ts` has the real one. */
export interface TextSource {
  of(variant: string, path: string, parameters?: Parameters): string;
  find(variant: string, path: string, parameters?: Parameters): string | null;
}

/** From where a table is looked at. */
export interface Outlook {
  variant: string;
  viewer: number;
  seats: number;
}

export const who = (texts: TextSource, at: Outlook, seat: number): string =>
  texts.of("", `ui.position.${positionId(seat, at.viewer, at.seats)}`);

/** Name of who sits at a seat; bots are called in the reader's language. */
export function seatName(texts: TextSource, info: Pick<TableInfo, "names" | "bots">, seat: number): string {
  const name = info.names[seat] ?? "";
  return (info.bots[seat] ? texts.find("", `bot.${name}`) : null) ?? name;
}

export const tileText = (texts: TextSource, kind: number): string => texts.of("", `ui.tile.${kindName(kind)}`);

/** Events that say nothing to a reader. */
const SILENT = new Set(["begin", "answered"]);

/** Name of what happened: the game's word, else the common one, null where there is none. */
export function eventName(texts: TextSource, variant: string, event: GameEvent): string | null {
  return texts.find(variant, `event.${event.type}`) ?? texts.find("", `ui.event.${event.type}`);
}

/** What happened as one line of words; null when there is nothing to say. */
export function narrate(texts: TextSource, at: Outlook, event: GameEvent): string | null {
  if (SILENT.has(event.type)) return null;
  if (event.type === "start") return started(texts, at, event);
  if (event.type === "win") return ((event.wins as Winner[]) ?? []).map((winner) => won(texts, at, winner)).join(" ");
  if (event.type === "settle") return paid(texts, at, event);
  const tiles = tilesOf(event);
  // A draw of somebody else tells nothing that the turn mark does not.
  if (event.type === "draw" && !tiles.length) return null;
  const what = eventName(texts, at.variant, event);
  if (!what) return null;
  const named = [...tiles.map((kind) => tileText(texts, kind)), ...(event.dice ?? []).map(String)];
  return said(texts, at, event.seat ?? -1, what, named, typeof event.source === "number" ? event.source : -1);
}

function said(texts: TextSource, at: Outlook, seat: number, what: string, named: string[], source = -1): string {
  const parts = {
    who: seat >= 0 ? who(texts, at, seat) : "",
    what,
    tiles: named.join(texts.of("", "ui.between_tiles")),
    from: source >= 0 ? texts.of("", "ui.log.from", { who: who(texts, at, source) }) : "",
  };
  return texts.of("", seat >= 0 ? "ui.log.said" : "ui.log.happened", parts).trim();
}

/** Open kinds that an event is about, in ascending order. */
function tilesOf(event: GameEvent): number[] {
  const tiles = [...(event.tiles ?? []), event.claimed ?? -1, event.tile ?? -1];
  return tiles.filter((tile) => tile >= 0).map(kindOf).sort((one, other) => one - other);
}

function started(texts: TextSource, at: Outlook, event: GameEvent): string {
  const number = Number(event.number ?? 0) + 1;
  return texts.of("", "ui.log.started", { number, who: who(texts, at, Number(event.dealer ?? 0)) });
}

function won(texts: TextSource, at: Outlook, winner: Winner): string {
  const tiles = winner.tiles.map((tile) => tileText(texts, kindOf(tile)));
  return said(texts, at, winner.seat, texts.of(at.variant, `by.${winner.by}`), tiles, winner.source ?? -1);
}

function paid(texts: TextSource, at: Outlook, event: GameEvent): string {
  const changes = ((event.payments as number[]) ?? []).map((change, seat) => `${who(texts, at, seat)} ${signed(change)}`);
  return texts.of("", "ui.log.paid", { changes: changes.join(texts.of("", "ui.between")) });
}

export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

/** Parameters of a badge that are plain values. */
export const badgeText = (texts: TextSource, variant: string, badge: { id: string }): string =>
  texts.of(variant, `badge.${badge.id}`, badge as Parameters);

export const groupText = (texts: TextSource, variant: string, section: "shown" | "centre", group: TileGroup): string =>
  texts.of(variant, `${section}.${group.id}`);
