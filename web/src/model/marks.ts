import type { Mark, TileGroup } from "./protocol";
import { kindOf } from "./tiles";

export interface TileMark {
  id: string;
  /** What it is shown as: another kind for a tile that is played as one. */
  face: number;
  /** Which of the deal's marks it is: each has a colour of its own. */
  tone: number;
}

/** The marks of a deal by the kinds they are on. */
export function marksByKind(marks: Mark[]): Map<number, TileMark> {
  const found = new Map<number, TileMark>();
  marks.forEach((mark, tone) => {
    for (const kind of mark.kinds) if (!found.has(kind)) found.set(kind, { id: mark.id, face: mark.as ?? kind, tone });
  });
  return found;
}

/** The seat that a kind stands for among the tiles in the middle, -1 where it stands for none. */
export function seatOfOpen(centre: TileGroup[], kind: number): number {
  for (const group of centre) {
    const place = group.tiles.findIndex((tile) => kindOf(tile) === kind);
    if (group.seats && place >= 0) return group.seats[place] ?? -1;
  }
  return -1;
}

/** Wild tiles lie on the left of a hand, others where the kind lies that they are played as. */
export function placeInHand(marks: Map<number, TileMark>, kind: number): number {
  const mark = marks.get(kind);
  return mark?.id === "wild" ? -1 : (mark?.face ?? kind);
}

/** A word of a mark short enough for the corner of a tile: one or two characters, of a longer word the first. */
export const cornerWord = (word: string): string => ([...word].length > 2 ? ([...word][0] ?? "") : word);
