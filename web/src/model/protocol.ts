/**
 * What travels between browser and server, as docs/protocol.md describes it. `wire.ts` has the server's own words (scripts/types); here is
 * what the client adds to them: what lies in the parts that a game fills and the schema leaves open, and names of its own.
 */
import type * as wire from "./wire";

export type {
  AfterDiscard,
  Analysis,
  Chance,
  Counted,
  Dice,
  Excluded,
  Group,
  Meld,
  NewTable,
  Offer,
  Score,
  Terms,
  Transfer,
  Wait,
} from "./wire";
export type {
  Acceptance as Useful,
  Clock as ClockInfo,
  Help as HelpMessage,
  Myself as Person,
  Notice as NoticeMessage,
  RunningTable as TableSummary,
  Said as SaidMessage,
  Settle as Settled,
  Vote as VoteInfo,
} from "./wire";

export type Details = wire.Refusal["detail"];
export type SwitchName = wire.Switch["switch"];
export type TableStatus = wire.TableInfo["status"];

export type OptionValue = string | number | boolean | null;
export type OptionValues = Record<string, OptionValue | OptionValue[]>;

export type OptionRow = Omit<wire.OptionRow, "default" | "values"> & {
  default: OptionValue | OptionValue[];
  values: OptionValue[];
};

export type VariantInfo = Omit<wire.VariantInfo, "options"> & { options: OptionRow[] };

/** A winner at a table, or the hand of the scorer, which may also be judged as it was dealt. */
export type Winner = Omit<wire.Winner, "by"> & { by: string };

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

export type SeatView = Omit<wire.SeatView, "badges" | "shown"> & { badges: Badge[]; shown: TileGroup[] };

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

export type View = Omit<wire.View, "step" | "seats" | "wall" | "centre" | "marks"> & {
  step: StepView;
  seats: SeatView[];
  wall: WallView;
  centre: TileGroup[];
  marks: Mark[];
};

export type TableInfo = Omit<wire.TableInfo, "options"> & { options: OptionValues };

export type TableMessage = Omit<wire.Table, "events" | "past" | "view" | "table"> & {
  events: GameEvent[];
  /** On connecting: the events of the deal so far. */
  past?: GameEvent[];
  view: View;
  table: TableInfo;
};

export type ServerMessage =
  | TableMessage
  | wire.Ack
  | wire.Refusal
  | wire.Error
  | wire.Closed
  | wire.Help
  | wire.Said
  | wire.Notice
  | wire.Pong;

/** All that a table takes but entropy, which rooms are given. */
export type ClientMessage = Exclude<wire.Received, wire.Mix>;
