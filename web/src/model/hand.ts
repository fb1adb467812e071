import { placeInHand, type TileMark } from "./marks";
import type { SeatView } from "./protocol";
import { kindOf } from "./tiles";

export interface HeldTile {
  tile: number;
  /** Lies apart: just drawn. */
  drawn: boolean;
}

/** The own hand in order, the tile just drawn behind it; `order` are tiles as the player has laid them himself. */
export function heldTiles(
  seat: Pick<SeatView, "hand" | "drawn">,
  marks: Map<number, TileMark> = new Map(),
  order: readonly number[] = [],
): HeldTile[] {
  const place = (tile: number): number => placeInHand(marks, kindOf(tile));
  const hand = [...(seat.hand ?? [])].sort((one, other) => place(one) - place(other) || one - other);
  const at = seat.drawn === null ? -1 : hand.indexOf(seat.drawn);
  const resting = arranged(
    hand.filter((_, index) => index !== at),
    order,
    place,
  ).map((tile) => ({ tile, drawn: false }));
  return at < 0 ? resting : [...resting, { tile: hand[at] ?? -1, drawn: true }];
}

/** Whether anything lies open before a seat: melds, or tiles beside them. */
export const hasLaid = (seat: Pick<SeatView, "melds" | "shown"> | undefined): boolean => !!seat && seat.melds.length + seat.shown.length > 0;

/** Where a tile of the hand lies, counted from 1. */
export interface HandPlace {
  row: number;
  column: number;
}

/** In one row no tile of so many is too small for a thumb; more of them take two. */
const ONE_ROW = 8;

/** Where each of the tiles lies on a narrow screen: the one that was just drawn at the end of its row, whatever lies before it. */
export function handPlaces(tiles: readonly HeldTile[]): HandPlace[] {
  const columns = tiles.length > ONE_ROW ? Math.ceil(tiles.length / 2) : tiles.length;
  return tiles.map(({ drawn }, place) => ({ row: place < columns ? 1 : 2, column: drawn ? columns : (place % columns) + 1 }));
}

/** Tiles in the player's own order; a new one goes behind the nearest tile that would come before it. */
export function arranged(hand: number[], order: readonly number[], place: (tile: number) => number): number[] {
  const found = order.filter((tile) => hand.includes(tile));
  if (!found.length) return hand;
  for (const tile of hand.filter((held) => !found.includes(held))) {
    const before = found.filter((other) => place(other) <= place(tile));
    const nearest = Math.max(...before.map(place));
    found.splice(before.length ? found.findLastIndex((other) => place(other) === nearest) + 1 : 0, 0, tile);
  }
  return found;
}

/** The tiles with one of them moved to another place. */
export function moved(tiles: readonly number[], tile: number, to: number): number[] {
  const rest = tiles.filter((other) => other !== tile);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, tile);
  return rest;
}
