import type { SeatView } from "./protocol";

export interface LineForm {
  /** Width of all tiles of the line, in tiles that stand. */
  all: number;
  /** Width of the tiles in the hand, in those of the line. */
  hand: number;
}

/** Tiles in a line that the table has room for. */
const LONGEST = 16;
/** Backs need not be read: they become so small before anything else does. */
const SMALLEST_BACK = 0.5;
/** Width of tiles that are laid open beside the melds, in those of the line. */
export const SHOWN = 0.8;

const MELD_GAP = 0.8;
const SHOWN_GAP = 1;

/** The size of hand, melds and shown tiles of a seat, in a line that is no longer than the table is wide. */
export function lineForm({ size, melds, shown }: Pick<SeatView, "size" | "melds" | "shown">, open: boolean): LineForm {
  const beside =
    melds.reduce((sum, meld) => sum + Math.min(3, meld.tiles.length) + MELD_GAP, 0) +
    shown.reduce((sum, group) => sum + SHOWN * group.tiles.length + SHOWN_GAP, 0);
  const hand = shown.length && !open ? Math.min(1, Math.max(SMALLEST_BACK, (LONGEST - beside) / size)) : 1;
  return { all: Math.min(1, LONGEST / (size * hand + beside)), hand };
}
