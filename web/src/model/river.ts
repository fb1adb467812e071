import type { SeatView, View } from "./protocol";

export interface RiverTile {
  tile: number;
  place: number;
  /** Lies in somebody's meld now and is shown as a ghost. */
  claimed: boolean;
}

const ROWS = 3;

/** A river in three rows of six, claimed tiles in their places; the last row takes what is left. Two players have the width of the table. */
export function riverRows(seat: Pick<SeatView, "river" | "claimed">, seats: number): RiverTile[][] {
  const length = seats === 2 ? 12 : 6;
  const claimed = new Set(seat.claimed);
  const tiles = seat.river.map((tile, place) => ({ tile, place, claimed: claimed.has(place) }));
  const rows = Math.min(ROWS, Math.ceil(tiles.length / length));
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * length, row === ROWS - 1 ? undefined : row * length + length));
}

export interface Place {
  seat: number;
  place: number;
}

/** Where the latest discard lies, which everybody looks at; nowhere once it is claimed. */
export function latestDiscard(view: Pick<View, "latest" | "seats">): Place | null {
  const seat = view.seats[view.latest];
  const place = (seat?.river.length ?? 0) - 1;
  return !seat || place < 0 || seat.claimed.includes(place) ? null : { seat: view.latest, place };
}
