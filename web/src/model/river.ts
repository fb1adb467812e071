import type { SeatView, View } from "./protocol";

export interface RiverTile {
  tile: number;
  place: number;
  /** Lies in somebody's meld now and is shown as a ghost. */
  claimed: boolean;
}

/** For so many rows there is room; with more of them all become smaller. */
const ROWS = 3;

export const riverScale = (tiles: number, seats: number): number => Math.min(1, ROWS / Math.ceil(tiles / rowLength(seats)));

/** Two players have the width of the table. */
const rowLength = (seats: number): number => (seats === 2 ? 12 : 6);

/** A river in rows of six, claimed tiles in their places. */
export function riverRows(seat: Pick<SeatView, "river" | "claimed">, seats: number): RiverTile[][] {
  const length = rowLength(seats);
  const claimed = new Set(seat.claimed);
  const tiles = seat.river.map((tile, place) => ({ tile, place, claimed: claimed.has(place) }));
  return Array.from({ length: Math.ceil(tiles.length / length) }, (_, row) => tiles.slice(row * length, row * length + length));
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
