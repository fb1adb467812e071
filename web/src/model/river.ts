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

/** How many rows of how many tiles there is room for, and how many tiles the longest row may be wide. */
interface Room {
  rows: number;
  columns: number;
  width: number;
}

/** Two players have the width of the table. */
const PAIR: Room = { rows: 2, columns: 12, width: 12 };
const MORE: Room = { rows: 3, columns: 6, width: 6.4 };

/** Rows of six, or of twelve between two players. When these are full all become longer, and the tiles no smaller than they must be. */
export function riverForm(tiles: number, seats: number): RiverForm {
  const room = seats === 2 ? PAIR : MORE;
  const scale = (columns: number): number => Math.min(1, room.width / columns, room.rows / Math.ceil(tiles / columns));
  let columns = room.columns;
  for (let wider = columns + 1; wider <= tiles; wider++) if (scale(wider) > scale(columns)) columns = wider;
  return { columns, scale: tiles ? scale(columns) : 1 };
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
