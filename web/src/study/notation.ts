import { DRAGONS, FLOWERS, HONOURS, kindName } from "../model/tiles";

/** Notation of tiles and melds as people write it; the server has the last word about it. */

const LETTERS = "ESWNCFPabcdefgh";
const SUITS = "mps";

export class NotationError extends Error {
  /** `position` counts characters from 1. */
  constructor(readonly position: number) {
    super(`character ${position}`);
  }
}

/** Kinds in the order written. */
export function parseKinds(text: string): number[] {
  const found: number[] = [];
  let digits: { rank: number; at: number }[] = [];
  [...text].forEach((char, place) => {
    const at = place + 1;
    if (/[1-9]/.test(char)) digits.push({ rank: Number(char), at });
    else if (/[mpsz]/.test(char) && digits.length) {
      for (const digit of digits) {
        if (char === "z" && digit.rank > 7) throw new NotationError(digit.at);
        found.push((char === "z" ? HONOURS : SUITS.indexOf(char) * 9) + digit.rank - 1);
      }
      digits = [];
    } else if (LETTERS.includes(char) && !digits.length) found.push(HONOURS + LETTERS.indexOf(char));
    else if (!/\s/.test(char)) throw new NotationError(at);
  });
  const left = digits[0];
  if (left) throw new NotationError(left.at);
  return found;
}

/** Neighbours of one suit share the letter: `123m55pE`. */
export function formatKinds(kinds: number[]): string {
  const suit = (kind: number | undefined): number => (kind !== undefined && kind < HONOURS ? Math.floor(kind / 9) : -1);
  return kinds
    .map((kind, place) => {
      const name = kindName(kind);
      return suit(kind) >= 0 && suit(kind) === suit(kinds[place + 1]) ? name.charAt(0) : name;
    })
    .join("");
}

export interface Hand {
  concealed: number[];
  /** Each as it is written, with its brackets. */
  melds: string[];
  win: number | null;
}

/** A whole hand in a line: `222m77p999s33s [444p] + 7p`. */
export function parseHand(text: string): Hand {
  const [held = "", won, ...more] = text.split("+");
  if (more.length) throw new NotationError(text.lastIndexOf("+") + 1);
  const melds: string[] = [];
  // What is a meld counts as blanks, so that positions stay those of the text.
  const rest = held.replace(/[[({][^\])}]*[\])}]/g, (meld, at: number) => {
    if (!parseKinds(`${" ".repeat(at + 1)}${meld.slice(1, -1)}`).length) throw new NotationError(at + 1);
    melds.push(meld.replaceAll(" ", ""));
    return " ".repeat(meld.length);
  });
  const concealed = parseKinds(rest);
  if (won === undefined) return { concealed, melds, win: null };
  const kinds = parseKinds(" ".repeat(held.length + 1) + won);
  if (kinds.length !== 1) throw new NotationError(held.length + 2);
  return { concealed, melds, win: kinds[0] ?? null };
}

export function formatHand(hand: Hand): string {
  const win = hand.win === null ? "" : `+ ${kindName(hand.win)}`;
  return [formatKinds(hand.concealed), ...hand.melds, win].filter((part) => part).join(" ");
}

/** Kinds that a meld in notation shows, -1 for a tile face down. */
export function meldKinds(meld: string): number[] {
  const kinds = parseKinds(meld.slice(1, -1));
  return meld.startsWith("(") && kinds.length === 4 ? [-1, ...kinds.slice(1, 3), -1] : kinds;
}

/** How many of each kind a hand holds. */
export function countKinds(hand: Hand): Map<number, number> {
  const counts = new Map<number, number>();
  const all = [...hand.concealed, ...hand.melds.flatMap((meld) => parseKinds(meld.slice(1, -1))), ...(hand.win === null ? [] : [hand.win])];
  for (const kind of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** How many tiles of a kind there are, where there are any. */
export const copiesOf = (kind: number): number => (kind >= FLOWERS ? 1 : 4);

/** The first kind that a hand has more of than there can be, -1 for none. */
export const overfull = (hand: Hand): number => [...countKinds(hand)].find(([kind, count]) => count > copiesOf(kind))?.[0] ?? -1;

/** What has to be said about writing the tiles of a game, by its id: suits, and the rest where there is such. */
export function tileNotes(kinds: number[]): string[] {
  const groups = { suits: [0, HONOURS], winds: [HONOURS, DRAGONS], dragons: [DRAGONS, FLOWERS], flowers: [FLOWERS, Infinity] } as const;
  return Object.entries(groups).flatMap(([id, [from, to]]) => (kinds.some((kind) => kind >= from && kind < to) ? [id] : []));
}

const alike = (kind: number, count: number): string => formatKinds(Array.from({ length: count }, () => kind));

/** A meld of a shape that begins with a kind, as it is written; null where there can be none. */
export function meldOf(shape: string, kind: number): string | null {
  if (shape === "chow") return kind < HONOURS && kind % 9 <= 6 ? `[${formatKinds([kind, kind + 1, kind + 2])}]` : null;
  if (shape === "pung") return `[${alike(kind, 3)}]`;
  if (shape === "kong") return `[${alike(kind, 4)}]`;
  if (shape === "concealed_kong") return `(${alike(kind, 4)})`;
  if (shape === "single_kong") return `{${kindName(kind)}}`;
  if (kind < HONOURS) return `{${[0, 9, 18].map((suit) => kindName(suit + (kind % 9))).join("")}}`;
  return kind >= 31 ? "{CFP}" : null;
}
