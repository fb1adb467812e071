import type { SeatView, View } from "./protocol";

export interface RiverTile {
  tile: number;
  place: number;
  /** Lies in somebody's meld now and is shown as a ghost. */
  claimed: boolean;
}

export interface RiverForm {
  /** Tiles in a row. */
  columns: number;
  /** Width of its tiles, in tiles of the table. */
  scale: number;
}

/** For so many rows there is room; with more of them all become smaller. */
const ROWS = 3;
const WIDE_ROWS = 2;
const WIDE = 12;

/** Rows of six. Two players have the width of the table, and as rows are added these become longer too. */
export function riverForm(tiles: number, seats: number): RiverForm {
  if (seats !== 2) return { columns: 6, scale: Math.min(1, ROWS / Math.ceil(tiles / 6)) };
  let columns = WIDE;
  while (tiles * WIDE > WIDE_ROWS * columns * columns) columns += 6;
  return { columns, scale: WIDE / columns };
}

/** A river in rows, claimed tiles in their places. */
export function riverRows(seat: Pick<SeatView, "river" | "claimed">, seats: number): RiverTile[][] {
  const length = riverForm(seat.river.length, seats).columns;
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
