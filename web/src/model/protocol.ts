/** What travels between browser and server; docs/protocol.md describes it. Fields that the server leaves out at their default are optional. */

export interface Person {
  id: string;
  name: string;
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
  /** Up to `most` tiles of these kinds are to be chosen, each as often as it is named. */
  pick?: { kinds: number[]; most: number } | null;
}

export interface StepView {
  name: string;
  seat?: number;
  tile?: number;
  source?: number | string;
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
  clock: { seconds: number; left_ms: number } | null;
  connected: boolean[];
  commitment: string;
  auto: boolean[];
  ready: boolean[];
}

export interface TableMessage {
  type: "table";
  seq: number;
  events: GameEvent[];
  view: View;
  table: TableInfo;
}

export type Details = Record<string, unknown>;

export type ServerMessage =
  | TableMessage
  | { type: "ack"; id: string }
  | { type: "refused"; id: string; code: string; detail: Details }
  | { type: "error"; code: string; detail: Details }
  | { type: "closed"; code: string }
  | { type: "pong" };

export type ClientMessage =
  | { type: "act"; id: string; seq: number; deal: number; action: string }
  | { type: "next"; id: string }
  | { type: "auto"; id: string; on: boolean }
  | { type: "ping" };
