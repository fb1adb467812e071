/** Tile kinds and physical tiles, numbered as in the protocol: `tile = kind * 4 + copy`, -1 is hidden. */

export const HIDDEN = -1;
export const HONOURS = 27;
export const DRAGONS = 31;
export const FLOWERS = 34;
const LETTERS = "ESWNCFPabcdefgh";

export function kindOf(tile: number): number {
  return tile < 0 ? HIDDEN : tile >> 2;
}

/** Notation of a kind: `5m`, `E`, `a`; `?` for a hidden one. It is also the kind's id in the catalogues. */
export function kindName(kind: number): string {
  if (kind < 0) return "?";
  if (kind < HONOURS) return `${(kind % 9) + 1}${"mps"[Math.floor(kind / 9)]}`;
  return LETTERS[kind - HONOURS] ?? "?";
}

/** What is written in the corner of a tile that tells it without its colours: number and suit, or the letter of an honour; flowers need none. */
export function indexOf(kind: number): { sign: string; suit: "m" | "p" | "s" | "z" } | null {
  const name = kindName(kind);
  if (kind < HONOURS) return { sign: name.charAt(0), suit: name.charAt(1) as "m" | "p" | "s" };
  return kind < FLOWERS ? { sign: name, suit: "z" } : null;
}
