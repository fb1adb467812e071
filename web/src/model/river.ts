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

/**
 * The latest discard, which everybody looks at: the river that grew since the view before; after a reconnect the tile that the step is
 * about. It stays marked until another river grows or it is claimed.
 */
export function latestDiscard(before: View | null, after: View, marked: Place | null): Place | null {
  const same = before !== null && before.number === after.number;
  const grown = after.seats.findLastIndex((seat, index) => same && seat.river.length > (before.seats[index]?.river.length ?? 0));
  const source = typeof after.step.source === "number" ? after.step.source : -1;
  const found = grown >= 0 ? grown : same ? -1 : after.step.tile === undefined ? -1 : source;
  const place = found >= 0 ? { seat: found, place: (after.seats[found]?.river.length ?? 0) - 1 } : same ? marked : null;
  if (!place || place.place < 0) return null;
  return after.seats[place.seat]?.claimed.includes(place.place) ? null : place;
}
