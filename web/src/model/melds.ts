import type { Meld } from "./protocol";
import { relative } from "./seats";
import { HIDDEN, kindOf } from "./tiles";

export interface LaidTile {
  kind: number;
  sideways: boolean;
  /** Kinds that lie on it, the lowest first. */
  above: number[];
}

/**
 * How a meld lies, from left to right: the claimed tile sideways, on the side of the seat it came from; the fourth tile of a kong on the
 * others, tiles added to a kong of different kinds on their like. A concealed kong has three backs below and one face on top; so has a
 * meld whose tiles are hidden, with a back on top.
 */
export function meldLayout(meld: Meld, owner: number, seats: number): LaidTile[] {
  const kinds = meld.tiles.map(kindOf);
  if (meld.shape === "concealed_kong") return [lay(HIDDEN), lay(HIDDEN, [kinds[0] ?? HIDDEN]), lay(HIDDEN)];
  const claimed = meld.claimed ?? HIDDEN;
  const own = (claimed >= 0 ? withoutOne(meld.tiles, claimed) : meld.tiles).map(kindOf);
  const row = own.slice(0, claimed >= 0 ? Math.min(2, own.length) : 3).map((kind) => lay(kind));
  if (claimed >= 0) row.splice(sidePlace(meld.source ?? -1, owner, seats, row.length), 0, { ...lay(kindOf(claimed)), sideways: true });
  const added = kinds.length > row.length ? own.slice(row.filter((tile) => !tile.sideways).length) : [];
  for (const kind of added) below(row, kind)?.above.push(kind);
  return row;
}

const lay = (kind: number, above: number[] = []): LaidTile => ({ kind, sideways: false, above });

/** Where an added tile goes: on its like, in the middle of those that are all alike. */
function below(row: LaidTile[], kind: number): LaidTile | undefined {
  const like = row.filter((tile) => tile.kind === kind && !tile.sideways);
  return like[Math.floor(like.length / 2)] ?? row[1];
}

function withoutOne(tiles: readonly number[], tile: number): number[] {
  const at = tiles.indexOf(tile);
  return tiles.filter((_, place) => place !== at);
}

/** Left for the previous seat, right for the next one, in the middle for any other. */
function sidePlace(source: number, owner: number, seats: number, others: number): number {
  const from = relative(source, owner, seats);
  return from === seats - 1 && seats > 2 ? 0 : from === 1 && seats > 2 ? others : 1;
}
