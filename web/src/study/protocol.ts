import type { Counted, Details, Dice, GameEvent, Meld, Offer, OptionRow, OptionValues, Score, Transfer, View } from "../model/protocol";

/** What travels for rules, scores, replays and verification; docs/protocol.md describes it. */

export interface Heading {
  id: string;
  text: string;
  level: number;
}

export interface RulesPage {
  variant: string;
  language: string;
  title: string;
  html: string;
  headings: Heading[];
}

export interface FactRow {
  id: string;
  kind: "flag" | "tile" | "tiles" | "melds" | "choice" | "integer";
  default: string | number | boolean | null;
  values: string[];
  maximum: number | null;
}

export interface ScoreForm {
  variant: string;
  seats: number;
  kinds: number[];
  melds: string[];
  won_by: string[];
  flags: string[];
  facts: FactRow[];
  options: OptionRow[];
}

export type FactValue = string | number | boolean | string[] | null;

export interface Paying {
  winner: number;
  payer: number | null;
  dealer: number;
}

export interface Asked {
  hand: string;
  melds: string;
  win: string | null;
  by: string;
  flags: string[];
  facts: Record<string, FactValue>;
  options: OptionValues;
  paying?: Paying;
}

export interface Paid {
  payments: number[];
  transfers: Transfer[];
  dealer_next: number[];
}

export interface Worth {
  wins: boolean;
  hand: number[];
  melds: Meld[];
  win: number;
  score: Score | null;
  paid: Paid | null;
  /** Why it is no win: a key under `refused` with its parameters. */
  why: { code: string; detail: Details } | null;
}

export interface WaitAnswer {
  kind: number;
  self_draw: Score | null;
  discard: Score | null;
}

export interface DiscardAnswer {
  kind: number;
  distance: number;
  kinds: number[];
}

export interface Waits {
  distance: number;
  useful: number[];
  waits: WaitAnswer[];
  discards: DiscardAnswer[];
  complete: { points: number; elements: Counted[] } | null;
}

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

/** A hand that won: kinds of the concealed tiles, of each meld, and of the winning tiles. */
export interface WonHand {
  concealed: number[];
  melds: number[][];
  win: number[];
  points: number;
  elements: string[];
}

export interface Check {
  name: string;
  ok: boolean;
  number: number;
}

export interface Checked {
  variant: string;
  number: number;
  verification: {
    ok: boolean;
    checks: Check[];
    difference: { line: number; found: GameEvent; expected: GameEvent | null } | null;
  };
  /** Null for one who may not see all hands. */
  evidence: {
    variant: string;
    number: number;
    commitment: string;
    secret: string;
    entropy: string[];
    seed: string;
    wall: number[];
    dice: Dice[];
  } | null;
}
