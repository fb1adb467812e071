import type { Parameters } from "./catalogue";
import type { TileMark } from "./marks";
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

/** What a seat is called wherever nobody looks from another one. */
export const seatNumber = (texts: TextSource, seat: number): string => texts.of("", "ui.seat_number", { number: seat + 1 });

/** What a seat is called by who sits at the table: by its place; spectators count seats. */
export const who = (texts: TextSource, at: Outlook, seat: number): string =>
  at.viewer < 0 ? seatNumber(texts, seat) : texts.of("", `ui.position.${positionId(seat, at.viewer, at.seats)}`);

/** The same in one character, for where there is no room: the first of the word, but a number for those who count seats. */
export const shortPosition = (texts: TextSource, at: Outlook, seat: number): string =>
  at.viewer < 0 ? String(seat + 1) : ([...who(texts, at, seat)][0] ?? "");

/** A bot by its seat: the same in the room, at the table and in what is kept of the match, whoever else sits there. */
export const botName = (texts: TextSource, seat: number): string =>
  texts.of("", "ui.bot_name", { letter: [...texts.of("", "ui.bot_letters")][seat] ?? seat + 1 });

/** Name of who sits at a seat, in the reader's language. */
export const seatName = (texts: TextSource, info: Pick<TableInfo, "names" | "bots">, seat: number): string =>
  info.bots[seat] ? botName(texts, seat) : (info.names[seat] ?? "");

export const tileText = (texts: TextSource, kind: number): string => texts.of("", `ui.tile.${kindName(kind)}`);

/** A tile with what it means in this deal: 红中（代 三筒）. */
export function markedTileText(texts: TextSource, variant: string, marks: Map<number, TileMark>, kind: number): string {
  const tile = tileText(texts, kind);
  const mark = marks.get(kind);
  if (!mark) return tile;
  const meaning = texts.of(variant, `mark.${mark.id}`);
  return texts.of("", "ui.marked", { tile, mark: mark.face === kind ? meaning : `${meaning} ${tileText(texts, mark.face)}` });
}

/** What an action is called. An amount may have a word of its own: `float_0` is "no float"; where it is a seat, a text may name it. */
export function actionText(texts: TextSource, at: Outlook, verb: string, number = -1): string {
  const own = number >= 0 ? texts.find(at.variant, `action.${verb}_${number}`) : null;
  const seat = number >= 0 && number < at.seats ? who(texts, at, number) : "";
  return own ?? texts.of(at.variant, `action.${verb}`, { number, who: seat });
}

/** Events that say nothing to a reader. */
const SILENT = new Set(["begin", "answered"]);

/** Where an event says which of several things of its type it is (`{"type": "special", "special": "horses"}`): what that is called. */
export function whichName(texts: TextSource, variant: string, event: GameEvent): string | null {
  const which = event[event.type];
  return typeof which === "string" ? texts.find(variant, `${event.type}.${which}`) : null;
}

/** Name of what happened: of the very thing, else the game's word for the event, else the common one, null where there is none. */
export function eventName(texts: TextSource, variant: string, event: GameEvent): string | null {
  return whichName(texts, variant, event) ?? texts.find(variant, `event.${event.type}`) ?? texts.find("", `ui.event.${event.type}`);
}

/** What happened as one line of words; null when there is nothing to say. `hits` are the seats that the event's tiles belong to, one each. */
export function narrate(texts: TextSource, at: Outlook, event: GameEvent, hits: number[] = []): string | null {
  if (SILENT.has(event.type)) return null;
  if (event.type === "start") return started(texts, at, event);
  if (event.type === "win") return ((event.wins as Winner[]) ?? []).map((winner) => won(texts, at, winner)).join(" ");
  if (event.type === "settle") return paid(texts, at, event);
  const tiles = tilesOf(event);
  // A draw of somebody else tells nothing that the turn mark does not.
  if (event.type === "draw" && !tiles.length) return null;
  const words = hits.length ? hitTiles(texts, at, event, hits) : once(tiles).map((kind) => tileText(texts, kind));
  const named = [...elements(texts, at, event), ...words, ...(event.dice ?? []).map(String), ...amounts(texts, at, event)];
  if (event.seat !== undefined) return did(texts, at, event.type, event.seat, named, event);
  const what = eventName(texts, at.variant, event);
  const list = named.join(texts.of("", "ui.between_tiles"));
  return what && texts.of("", `ui.log.${named.length ? "happened" : "plain"}`, { what, tiles: list });
}

/** What a seat did, in the sentence that the catalogue has for it; where the tiles are hidden it may have another one. */
function did(texts: TextSource, at: Outlook, id: string, seat: number, named: string[], { source, target, place, kinds }: Partial<GameEvent>): string | null {
  const chosen = typeof place === "number" ? kinds?.[place - 1] : undefined;
  const parts = {
    who: who(texts, at, seat),
    // "You draw", but "Right draws".
    n: seat === at.viewer ? 2 : 1,
    tiles: named.join(texts.of("", "ui.between_tiles")),
    from: typeof source === "number" && source >= 0 ? from(texts, at, source) : "",
    ...(typeof target === "number" && { target: who(texts, at, target) }),
    ...(chosen !== undefined && { chosen: tileText(texts, chosen) }),
  };
  const hidden = named.length ? null : texts.find(at.variant, `told.${id}_hidden`, parts);
  return (hidden ?? texts.find(at.variant, `told.${id}`, parts))?.trim() ?? null;
}

const from = (texts: TextSource, at: Outlook, seat: number): string =>
  seat === at.viewer ? texts.of("", "ui.log.from_self") : texts.of("", "ui.log.from_other", { who: who(texts, at, seat) });

/** An amount or tiles, and whose. */
const amount = (texts: TextSource, at: Outlook, seat: number, of: string): string =>
  texts.of("", "ui.log.amount", { who: who(texts, at, seat), amount: of });

/** Tiles each with the seat that it belongs to: 五万（下家）. */
function hitTiles(texts: TextSource, at: Outlook, event: GameEvent, hits: number[]): string[] {
  const name = (tile: number): string => tileText(texts, kindOf(tile));
  return (event.tiles ?? []).map((tile, place) => texts.of("", "ui.marked", { tile: name(tile), mark: who(texts, at, hits[place] ?? -1) }));
}

/** What an event declares. */
const elements = (texts: TextSource, at: Outlook, event: GameEvent): string[] =>
  ((event.elements as string[] | undefined) ?? []).map((id) => texts.of(at.variant, `element.${id}`));

/** Tiles that are all alike are named once: nobody says of a pung that it is three times the same. */
const once = (kinds: number[]): number[] => (kinds.every((kind) => kind === kinds[0]) ? kinds.slice(0, 1) : kinds);

/** Open kinds that an event is about, in ascending order; it names tiles or kinds. */
function tilesOf(event: GameEvent): number[] {
  const tiles = [...(event.tiles ?? []), event.claimed ?? -1, event.tile ?? -1].map(kindOf);
  const kinds = [...(event.kinds ?? []), event.kind ?? -1];
  return [...tiles, ...(tiles.some((kind) => kind >= 0) ? [] : kinds)].filter((kind) => kind >= 0).sort((one, other) => one - other);
}

/** What an event says of every seat at once: amounts, or kinds that each has chosen. */
function amounts(texts: TextSource, at: Outlook, event: GameEvent): string[] {
  const tiles = (kinds: number[]): string => kinds.map((kind) => tileText(texts, kind)).join(texts.of("", "ui.between_tiles"));
  const said = (event.values ?? event.picks ?? []).map((value) => (Array.isArray(value) ? tiles(value) : String(value ?? "")));
  const spoken = said.flatMap((value, seat) => (value ? [amount(texts, at, seat, value)] : []));
  return said.length === at.seats && spoken.length ? [spoken.join(texts.of("", "ui.between"))] : [];
}

function started(texts: TextSource, at: Outlook, event: GameEvent): string {
  const number = Number(event.number ?? 0) + 1;
  return texts.of("", "ui.log.started", { number, who: who(texts, at, Number(event.dealer ?? 0)) });
}

function won(texts: TextSource, at: Outlook, { seat, by, tiles, source }: Winner): string {
  return did(texts, at, `win_${by}`, seat, tiles.map((tile) => tileText(texts, kindOf(tile))), { source }) ?? "";
}

function paid(texts: TextSource, at: Outlook, event: GameEvent): string {
  const changes = ((event.payments as number[]) ?? []).map((change, seat) => amount(texts, at, seat, signed(change)));
  return texts.of("", "ui.log.paid", { changes: changes.join(texts.of("", "ui.between")) });
}

export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

export const pointsText = (texts: TextSource, variant: string, points: number): string => texts.of(variant, "ui.points", { points });

/** Parameters of a badge that are plain values. */
export const badgeText = (texts: TextSource, variant: string, badge: { id: string }): string =>
  texts.of(variant, `badge.${badge.id}`, badge as Parameters);

export const groupText = (texts: TextSource, variant: string, section: "shown" | "centre", group: TileGroup): string =>
  texts.of(variant, `${section}.${group.id}`);
