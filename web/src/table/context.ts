import { getContext, setContext } from "svelte";

/** What the parts of a table share: which table it is and how its seats are called. */
export interface TableContext {
  readonly variant: string;
  readonly viewer: number;
  readonly seats: number;
  /** What the viewer calls a seat: 下家, 对家 ... */
  who(seat: number): string;
}

const KEY = Symbol("table");

export const setTable = (table: TableContext): TableContext => setContext(KEY, table);
export const getTable = (): TableContext => getContext(KEY);
