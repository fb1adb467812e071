import { placeInHand, type TileMark } from "./marks";
import type { SeatView } from "./protocol";
import { kindOf } from "./tiles";

export interface HeldTile {
  tile: number;
  /** Lies apart: just drawn. */
  drawn: boolean;
}

/** The own hand in order, the tile just drawn behind it. */
export function heldTiles(seat: Pick<SeatView, "hand" | "drawn">, marks: Map<number, TileMark> = new Map()): HeldTile[] {
  const place = (tile: number): number => placeInHand(marks, kindOf(tile));
  const hand = [...(seat.hand ?? [])].sort((one, other) => place(one) - place(other) || one - other);
  const at = seat.drawn === null ? -1 : hand.indexOf(seat.drawn);
  const resting = hand.filter((_, index) => index !== at).map((tile) => ({ tile, drawn: false }));
  return at < 0 ? resting : [...resting, { tile: hand[at] ?? -1, drawn: true }];
}
