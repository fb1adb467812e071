import type { SeatView } from "./protocol";

export interface HeldTile {
  tile: number;
  /** Lies apart: just drawn. */
  drawn: boolean;
}

/** The own hand in order, the tile just drawn behind it. */
export function heldTiles(seat: Pick<SeatView, "hand" | "drawn">): HeldTile[] {
  const hand = seat.hand ?? [];
  const at = seat.drawn === null ? -1 : hand.indexOf(seat.drawn);
  const resting = hand.filter((_, place) => place !== at).map((tile) => ({ tile, drawn: false }));
  return at < 0 ? resting : [...resting, { tile: hand[at] ?? -1, drawn: true }];
}
