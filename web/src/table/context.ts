import { getContext, setContext } from "svelte";
import type { TileMark } from "../model/marks";

/** What the parts of a table share: which table it is and how its seats are called. */
export interface TableContext {
  readonly variant: string;
  readonly viewer: number;
  readonly seats: number;
  /** What kinds mean in this deal. */
  readonly marks: Map<number, TileMark>;
  /** The kind that is looked at: its tiles stand out all over the table. -1 for none. */
  readonly spot: number;
  /** Tiles of a kind that lie nowhere in sight. */
  unseen(kind: number): number;
  /** The seat that a tile of this kind in the middle belongs to, -1 for none. */
  seatOf(kind: number): number;
  /** What the viewer calls a seat: 下家, 对家 ... */
  who(seat: number): string;
  /** Name of a kind, with what it means in this deal. */
  tile(kind: number): string;
}

const KEY = Symbol("table");

export const setTable = (table: TableContext): TableContext => setContext(KEY, table);
/** The table around a part that may also stand outside of one. */
export const findTable = (): TableContext | undefined => getContext(KEY);
export const getTable = (): TableContext => getContext(KEY);
