import type { WallView } from "./protocol";

export interface Stack {
  /** Tiles still there, the lower one first; a stack of one has no upper. */
  lower: boolean;
  upper: boolean;
  /** The next draw from the head comes from here. */
  head: boolean;
  /** The last stack with tiles: replacements come from here. */
  tail: boolean;
}

/** Where a stack stands on the table: with whose wall, and which from the right end of it, from 1 on. */
export interface StackPlace {
  seat: number;
  stack: number;
}

/** The wall as stacks in order from the head; positions count from the upper tile of each to the lower. */
export function stacks(wall: WallView): Stack[] {
  const there = (position: number): boolean => wall.gone[position] === "0";
  const double = wall.stack > 1;
  const list = Array.from({ length: Math.ceil(wall.size / wall.stack) }, (_, at) => ({
    upper: double && there(2 * at),
    lower: there(double ? 2 * at + 1 : at),
    head: false,
    tail: false,
  }));
  const standing = (stack: Stack): boolean => stack.upper || stack.lower;
  const head = list.find(standing);
  const tail = list.findLast(standing);
  if (head) head.head = true;
  if (tail) tail.tail = true;
  return list;
}

/** Which stack the tile lies in that is drawn so many draws from now on, -1 for none. */
export function stackAhead(wall: WallView, distance: number): number {
  const positions = [...wall.gone].flatMap((gone, position) => (gone === "0" ? [position] : []));
  const position = distance > 0 ? positions[distance - 1] : undefined;
  return position === undefined ? -1 : Math.floor(position / wall.stack);
}

/** Number of a place going clockwise round the table, from the right end of the wall on the viewer's left, of so many stacks a side. */
export function roundTheTable(place: StackPlace, viewer: number, side: number): number {
  const before = (Math.max(viewer, 0) - place.seat + 4) % 4;
  return ((before + 3) % 4) * side + place.stack - 1;
}
