/** What travels for rules, scores, replays and verification, as docs/protocol.md describes it; see `model/protocol.ts`. */
import type { GameEvent, Offer, OptionRow, OptionValues, View } from "../model/protocol";
import type * as wire from "../model/wire";

export type { Check, Checked, DiscardAnswer, Heading, Paid, Paying, RulesPage, WaitAnswer, Waits, WonHand, Worth } from "../model/wire";

export type FactValue = string | number | boolean | string[] | null;

export type FactRow = Omit<wire.FactRow, "default"> & { default: string | number | boolean | null };

export type ScoreForm = Omit<wire.ScoreForm, "facts" | "options"> & { facts: FactRow[]; options: OptionRow[] };

/** With everything told that may be left out, but who pays. */
export type Asked = Required<Omit<wire.Asked, "facts" | "options" | "paying">> & {
  facts: Record<string, FactValue>;
  options: OptionValues;
  paying?: wire.Paying;
};

/** Replays are sent as they are made, so the server's schema has no name for what follows. */
export interface Choices {
  seat: number;
  offers: Offer[];
  did?: string;
}

export interface Frame {
  /** Of the log, from 1. */
  line: number;
  events: GameEvent[];
  view: View;
  choices: Choices[];
}

export interface DealFacts {
  variant: string;
  options: OptionValues;
  seats: number;
  dealer: number;
  number: number;
  commitment: string;
  names: string[];
  bots: boolean[];
  totals: number[];
  deals: number;
}

export interface Replay {
  deal: DealFacts;
  /** Seats that may be looked over the shoulder. */
  seats: number[];
  open: boolean;
  frames: Frame[];
  /** Where the one who looks has played himself, -1 for anybody else. */
  you: number;
}
