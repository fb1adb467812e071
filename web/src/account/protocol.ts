/** Players, what they hold and what they have played, as it travels: docs/protocol.md. */
import type { DealRecord } from "../model/wire";

export type { DealRecord, GameStatistics, Leader, MatchRecord, SessionInfo, Share, StatementLine, Sums } from "../model/wire";

export type How = DealRecord["how"][number];
export type Shows = "hands" | "seat";
export type Period = "all" | "month" | "week";
/** Deals with other people, or with bots alone. */
export type Company = "people" | "bots";

/** Part of a list; `next` goes into the call for what follows. */
export interface Part<T> {
  items: T[];
  next: string | null;
}
