import type { Group, Winner } from "./protocol";
import { kindOf } from "./tiles";

export interface ReadTile {
  kind: number;
  /** The tile that the hand was won with. */
  winning: boolean;
}

export interface ReadGroup {
  shape: string;
  melded: boolean;
  tiles: ReadTile[];
  wilds: number[];
}

/** The hand as it is read, each winning tile marked once, in a part of the hand that was not melded before. */
export function readHand(winner: Winner): ReadGroup[] {
  const groups = winner.score.reading.groups.map(toRead);
  for (const tile of winner.tiles) {
    const kind = kindOf(tile);
    const concealed = groups.filter((group) => !group.melded).flatMap((group) => group.tiles);
    const hit = concealed.find((read) => read.kind === kind && !read.winning);
    if (hit) hit.winning = true;
  }
  return groups;
}

function toRead(group: Group): ReadGroup {
  const tiles = group.kinds.map((kind) => ({ kind, winning: false }));
  return { shape: group.shape, melded: group.melded ?? false, tiles, wilds: group.wilds ?? [] };
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The arithmetic of a transfer as it is written by hand: `(6+1)*2^1` becomes (6+1)×2¹. */
export function arithmetic(formula: string): string {
  return formula
    .replace(/\^(\d+)/g, (_, power: string) => [...power].map((digit) => RAISED[Number(digit)]).join(""))
    .replaceAll("*", "×")
    .replaceAll("-", "−");
}

export interface Standing {
  seat: number;
  total: number;
  rank: number;
}

/** Seats by their totals; equal totals share a rank. */
export function standings(totals: number[]): Standing[] {
  const order = totals.map((total, seat) => ({ seat, total })).sort((one, other) => other.total - one.total);
  return order.map((entry) => ({ ...entry, rank: 1 + order.filter((other) => other.total > entry.total).length }));
}
