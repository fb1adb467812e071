import type { TileMark } from "./marks";
import type { Group, Meld, Terms, Winner } from "./protocol";
import { kindOf } from "./tiles";

export interface ReadTile {
  kind: number;
  /** The tile that the hand was won with. */
  winning: boolean;
  /** A wild tile that stands for this kind. */
  wild: boolean;
}

export interface ReadGroup {
  shape: string;
  melded: boolean;
  tiles: ReadTile[];
}

const SINGLE = "single_kong";

/**
 * The hand as it is read, each winning tile marked once, in a part of the hand that was not melded before. What was melded is called as it was
 * made, a concealed kong for one. Tiles set out as a kong of their own are no sets, so the reading does not have them: they come last.
 */
export function readHand(winner: Winner, melds: Meld[] = [], marks: Map<number, TileMark> = new Map()): ReadGroup[] {
  const groups = winner.score.reading.groups.map(toRead);
  const face = (tile: number): number => marks.get(kindOf(tile))?.face ?? kindOf(tile);
  const singles = melds.filter((meld) => meld.shape === SINGLE);
  const sets = melds.filter((meld) => meld.shape !== SINGLE);
  for (const group of groups.filter((read) => read.melded)) {
    const at = sets.findIndex((meld) => alike(meld.tiles.map(face), group.tiles.map((read) => read.kind)));
    const meld = at < 0 ? undefined : sets.splice(at, 1)[0];
    if (meld) group.shape = meld.shape;
  }
  for (const tile of winner.tiles) {
    const kind = face(tile);
    const open = groups.filter((group) => !group.melded).flatMap((group) => group.tiles.filter((read) => !read.winning));
    // A wild tile is read as what it stands for.
    const hit = open.find((read) => read.kind === kind && !read.wild) ?? open.find((read) => read.wild);
    if (hit) hit.winning = true;
  }
  return [...groups, ...singles.map(beside)];
}

/** The same kinds, however many of each: a reading may name the fourth tile of a kong or leave it out. */
const alike = (some: number[], others: number[]): boolean => [...new Set(some)].sort().join() === [...new Set(others)].sort().join();

function beside(meld: Meld): ReadGroup {
  const tiles = meld.tiles.map((tile) => ({ kind: kindOf(tile), winning: false, wild: false }));
  return { shape: meld.shape, melded: true, tiles };
}

function toRead(group: Group): ReadGroup {
  const tiles = group.kinds.map((kind) => ({ kind, winning: false, wild: false }));
  for (const kind of group.wilds ?? []) {
    const stood = tiles.findLast((read) => read.kind === kind && !read.wild);
    if (stood) stood.wild = true;
  }
  return { shape: group.shape, melded: group.melded ?? false, tiles };
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A sign or a number of a formula; a number may have the id of what it is. */
export interface FormulaPart {
  text: string;
  term?: string;
}

/** The arithmetic of a transfer as it is written by hand: `(6+1)*2^1` is read as (6+1)×2¹, its numbers named in their order. */
export function readFormula(formula: string, terms: string[]): FormulaPart[] {
  const named = terms.values();
  return [...formula.matchAll(/(\d+)(?:\^(\d+))?|\D/g)].map(([sign, number, power]) => {
    if (number === undefined) return { text: sign.replace("*", "×").replace("-", "−") };
    const text = number + [...(power ?? "")].map((digit) => RAISED[Number(digit)]).join("");
    const term = named.next().value;
    return term === undefined ? { text } : { text, term };
  });
}

/** What is to be said of a game's own fees: without a stake they are points beside the total, and no money. */
export const feeNote = (terms: Pick<Terms, "stake"> | undefined): string => (terms?.stake ? "sheet.fee_note" : "sheet.fee_points");

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
