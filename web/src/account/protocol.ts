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

export interface MatchRecord {
  table: string;
  variant: string;
  over: boolean;
  began: number;
  ended: number;
  deals: number;
  points: number;
  money: number;
  names: string[];
  bots: boolean[];
  seat: number;
}

export type How = "win" | "self_draw" | "deal_in" | "loss" | "draw";

export interface DealRecord {
  deal: number;
  ended: number;
  seat: number;
  names: string[];
  bots: boolean[];
  points: number[];
  money: number[];
  how: How[];
}

export type Shows = "hands" | "seat";

export interface Share {
  token: string;
  table: string;
  deal: number;
  shows: Shows;
  created: number;
}

export interface Sums {
  deals: number;
  wins: number;
  self_draws: number;
  deal_ins: number;
  draws: number;
  win_rate: number;
  self_draw_rate: number;
  deal_in_rate: number;
  draw_rate: number;
  points: number;
  average: number;
  money: number;
  best: { points: number; table: string; deal: number } | null;
}

/** A game: deals with other people, and those with bots alone. */
export interface GameStatistics {
  variant: string;
  people: Sums | null;
  bots: Sums | null;
  elements: Record<string, number>;
}

export type Period = "all" | "month" | "week";
export type Company = "people" | "bots";

export interface Leader {
  place: number;
  name: string;
  account: boolean;
  you: boolean;
  deals: number;
  wins: number;
  points: number;
  money: number;
  average: number;
}
