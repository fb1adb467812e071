import type { WallView } from "./protocol";

export interface Stack {
  /** Tiles still there, the lower one first. */
  lower: boolean;
  upper: boolean;
  /** The next draw from the head comes from here. */
  head: boolean;
  /** The last stack with tiles: replacements come from here. */
  tail: boolean;
}

/** The wall as stacks of two in order from the head; position `2k` is the upper tile of stack `k`. */
export function stacks(wall: WallView): Stack[] {
  const there = (position: number): boolean => wall.gone[position] === "0";
  const list = Array.from({ length: Math.ceil(wall.size / 2) }, (_, at) => ({
    upper: there(2 * at),
    lower: there(2 * at + 1),
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
