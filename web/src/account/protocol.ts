/** Players, what they hold and what they have played, as it travels: docs/protocol.md. */

export interface SessionInfo {
  id: string;
  created: number;
  seen: number;
  agent: string;
  current: boolean;
}

export interface StatementLine {
  kind: string;
  amount: number;
  balance: number;
  at: number;
  table: string | null;
  deal: number | null;
  reason: string;
}

/** Part of a list; `next` goes into the call for what follows. */
export interface Part<T> {
  items: T[];
  next: string | null;
}
