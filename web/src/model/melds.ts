import type { Meld } from "./protocol";
import { relative } from "./seats";
import { HIDDEN, kindOf } from "./tiles";

export interface LaidTile {
  kind: number;
  sideways: boolean;
}

export interface MeldLayout {
  row: LaidTile[];
  /** The fourth tile of a kong lies on the others. */
  top: LaidTile | null;
}

/**
 * How a meld lies: the claimed tile sideways, on the side of the seat it came from. A concealed kong has three backs below and one face on
 * top; so has a meld whose tiles are hidden, with a back on top.
 */
export function meldLayout(meld: Meld, owner: number, seats: number): MeldLayout {
  const kinds = meld.tiles.map(kindOf);
  if (meld.shape === "concealed_kong") {
    const back = { kind: HIDDEN, sideways: false };
    return { row: [back, back, back], top: { kind: kinds[0] ?? HIDDEN, sideways: false } };
  }
  const claimed = meld.claimed ?? HIDDEN;
  const own = claimed >= 0 ? withoutOne(meld.tiles, claimed) : [...meld.tiles];
  const laid = own.map(kindOf).sort((one, other) => one - other).map((kind) => ({ kind, sideways: false }));
  const stacked = kinds.length === 4 && new Set(kinds).size === 1;
  const top = stacked ? (laid.pop() ?? null) : null;
  if (claimed >= 0) laid.splice(sidePlace(meld.source ?? -1, owner, seats, laid.length), 0, { kind: kindOf(claimed), sideways: true });
  return { row: laid, top };
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
