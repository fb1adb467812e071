/** What travels between browser and server; docs/protocol.md describes it. Fields that the server leaves out at their default are optional. */

export interface Person {
  id: string;
  name: string;
  /** Whether there is a password, so that this is no guest. */
  account: boolean;
  /** Play money. */
  balance: number;
}

export type OptionValue = string | number | boolean | null;

export interface OptionRow {
  id: string;
  kind: "choice" | "subset" | "integer";
  default: OptionValue | OptionValue[];
  values: OptionValue[];
  minimum: number | null;
  maximum: number | null;
}

export interface VariantInfo {
  id: string;
  seats: number[];
  buttons: string[];
  deals: number;
  /** Customary lengths of a match in deals, 0 for one without end. */
  lengths: number[];
  options: OptionRow[];
  /** Whether its seats are named by wind: seat 0 is East. */
  winds: boolean;
}

export type OptionValues = Record<string, OptionValue | OptionValue[]>;

export interface NewTable {
  variant: string;
  options: OptionValues;
  seats: number;
  deals: number;
  bots: string[];
  seconds: number;
}

export interface Chance {
  /** There where it would be a win; else the code of a refusal and its details. */
  score?: Score;
  reason?: string;
  detail?: Details;
}

export interface Wait {
  kind: number;
  unseen: number;
  self_draw: Chance;
  discard: Chance;
}

/** Tiles that bring a hand nearer: kinds with the number of their tiles that the seat has not seen, and how many that are together. */
export interface Useful {
  kinds: [kind: number, unseen: number][];
  tiles: number;
}

export interface AfterDiscard {
  kind: number;
  distance: number;
  useful: Useful;
  waits: Wait[];
}

/** What can be said of the own hand: `distance` -1 complete, 0 ready. */
export interface Analysis {
  distance: number;
  useful: Useful;
  waits: Wait[];
  discards: AfterDiscard[];
}

export type SwitchName = "win" | "no_claims" | "discard_drawn";

/** What a decision of `seat` may take, what is left of it, and what the seat has in reserve beyond it. */
export interface ClockInfo {
  seconds: number;
  left_ms: number;
  seat?: number;
  reserve_ms?: number;
}

export interface VoteInfo {
  seat: number;
  agreed: boolean[];
  left_ms: number;
}

export interface Terms {
  stake: number;
  fee: number;
  seconds: number;
  hints: boolean;
  spectators: "off" | "live" | "late";
  [field: string]: unknown;
}

export type TableStatus = "playing" | "between" | "over";

export interface TableSummary {
  id: string;
  variant: string;
  played: number;
  deals: number;
  status: TableStatus;
}

export interface Meld {
  shape: string;
  tiles: number[];
  claimed?: number;
  source?: number;
}

/** A mark beside a name: an id of the catalogue and the parameters of its text. */
export interface Badge {
  id: string;
  [parameter: string]: unknown;
}

/**
 * Open tiles that lie together; `seats` names for each tile the seat it concerns, where it concerns one. `distance` says of a tile that
 * lies in the wall how soon it is drawn: 1 is next, 0 no more.
 */
export interface TileGroup {
  id: string;
  tiles: number[];
  seats?: number[];
  distance?: number;
  /** Places of those that were picked. */
  picked?: number[];
}

/** Kinds that mean something special in a deal; with `as` they are played as tiles of that kind. */
export interface Mark {
  id: string;
  kinds: number[];
  as?: number;
}

export interface SeatView {
  size: number;
  hand: number[] | null;
  drawn: number | null;
  melds: Meld[];
  river: number[];
  claimed: number[];
  badges: Badge[];
  shown: TileGroup[];
}

export interface Offer {
  text: string;
  verb: string;
  tiles?: number[];
  on?: number;
  number?: number;
  /** Nobody waits for it. */
  free?: boolean;
  /** What it is called, where the verb does not say enough. */
  name?: string;
  /** Up to `most` tiles of these kinds are to be chosen, each as often as it is named. */
  pick?: { kinds: number[]; most: number } | null;
}

export interface StepView {
  name: string;
  seat?: number;
  tile?: number;
  source?: number | string;
  /** Tiles that one is chosen of. */
  kinds?: number[];
  [field: string]: unknown;
}

export interface WallView {
  size: number;
  left: number;
  head: number;
  gone: string;
  stack: number;
}

/** An event as this viewer may know it; fields depend on its type, and games have types of their own. */
export interface GameEvent {
  type: string;
  seat?: number;
  tile?: number;
  tiles?: number[];
  claimed?: number;
  source?: number | string;
  dice?: number[];
  kind?: number;
  kinds?: number[];
  /** Of every seat. */
  values?: number[];
  picks?: (number[] | null)[];
  received?: number[][];
  [field: string]: unknown;
}

export interface Dice {
  seat: number;
  dice: number[];
}

export interface Counted {
  id: string;
  value: number;
  times?: number;
}

export interface Excluded {
  id: string;
  by: string;
}

export interface Group {
  shape: string;
  kinds: number[];
  melded?: boolean;
  wilds?: number[];
}

export interface Score {
  points: number;
  elements: Counted[];
  reading: { shape: string; groups: Group[] };
  excluded?: Excluded[];
}

export interface Winner {
  seat: number;
  by: string;
  tiles: number[];
  score: Score;
  hand: number[];
  source?: number;
}

export interface Transfer {
  payer: number;
  payee: number;
  amount: number;
  reason: string;
  formula?: string;
  /** Ids of what the numbers of the formula are, in its order. */
  terms?: string[];
  /** The seat in whose place it is paid or received. */
  instead?: number;
  /** The kind that it is paid for. */
  kind?: number;
}

export interface Settled {
  payments: number[];
  transfers: Transfer[];
  dealer_next: number;
  hands: number[][];
  fees?: number[];
}

export interface View {
  variant: string;
  viewer: number;
  dealer: number;
  number: number;
  step: StepView;
  seats: SeatView[];
  wall: WallView;
  centre: TileGroup[];
  dice: Dice[];
  latest: number;
  marks: Mark[];
  offers: Offer[];
  win: { wins: Winner[] } | null;
  settled: Settled | null;
  facts: Record<string, unknown>;
}

export interface TableInfo {
  id: string;
  variant: string;
  options: OptionValues;
  names: string[];
  bots: boolean[];
  totals: number[];
  played: number;
  deals: number;
  status: TableStatus;
  clock: ClockInfo | null;
  connected: boolean[];
  commitment: string;
  auto: boolean[];
  ready: boolean[];
  /** What a room adds; a table that knows of none leaves it out. */
  turn_clock?: ClockInfo | null;
  reserves?: number[];
  gone?: boolean[];
  between_ms?: number | null;
  switches?: SwitchName[];
  watching?: number;
  vote?: VoteInfo | null;
  terms?: Terms;
  room?: string;
  host?: number;
  entropy?: string[];
}

export interface TableMessage {
  type: "table";
  seq: number;
  events: GameEvent[];
  view: View;
  table: TableInfo;
  /** On connecting: the events of the deal so far. */
  past?: GameEvent[];
}

export type Details = Record<string, unknown>;

/** The answer to a question about the own hand, as it was at a message of a deal. */
export interface HelpMessage {
  type: "help";
  id: string;
  deal: number;
  seq: number;
  analysis: Analysis;
}

/** A phrase or an emote of somebody at the table. */
export interface SaidMessage {
  type: "said";
  seat: number;
  what: string;
}

/** What happened around the deal; `code` is a key under `notice`. */
export interface NoticeMessage {
  type: "notice";
  code: string;
  seat: number;
  name: string;
}

export type ServerMessage =
  | TableMessage
  | { type: "ack"; id: string }
  | { type: "refused"; id: string; code: string; detail: Details }
  | { type: "error"; code: string; detail: Details }
  | { type: "closed"; code: string }
  | HelpMessage
  | SaidMessage
  | NoticeMessage
  | { type: "pong" };

export type ClientMessage =
  | { type: "act"; id: string; seq: number; deal: number; action: string }
  | { type: "next"; id: string }
  | { type: "auto"; id: string; on: boolean }
  | { type: "switch"; id: string; switch: SwitchName; on: boolean }
  | { type: "leave"; id: string }
  | { type: "replace"; id: string; seat: number }
  | { type: "dissolve"; id: string; agree: boolean }
  | { type: "say"; id: string; what: string }
  | { type: "help"; id: string }
  | { type: "ping" };
