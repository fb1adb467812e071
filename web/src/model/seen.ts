import type { View } from "./protocol";
import { FLOWERS, kindOf } from "./tiles";

/** How many tiles of a kind lie nowhere in sight: neither in open hands nor in melds, rivers or before a seat. */
export function unseen(view: Pick<View, "seats">, kind: number): number {
  const seen = new Set<number>();
  for (const seat of view.seats) {
    const lying = [seat.hand ?? [], seat.river, ...seat.melds.map((meld) => meld.tiles), ...seat.shown.map((group) => group.tiles)];
    for (const tile of lying.flat()) if (kindOf(tile) === kind) seen.add(tile);
  }
  return (kind < FLOWERS ? 4 : 1) - seen.size;
}
