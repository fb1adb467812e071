/** Rooms and the lobby as they travel: docs/protocol.md. */
import type { Unsent } from "../model/connection";
import type { Details, OptionValues } from "../model/protocol";

export interface Terms {
  stake: number;
  fee: number;
  gain_cap: boolean;
  sharing: "hands" | "seat" | "none";
  seconds: number;
  reserve: number;
  reserve_per: "deal" | "match";
  spectators: "off" | "live" | "late";
  hints: boolean;
  bot: string;
}

export interface RoomSettings extends Terms {
  variant: string;
  options: OptionValues;
  seats: number | null;
  deals: number;
  listed: boolean;
  fill: string | null;
  seating: "chosen" | "lot";
}

/** What a form sends: all but the game may be left out. */
export type RoomForm = Partial<RoomSettings> & { variant: string };

export type RoomStatus = "waiting" | "playing" | "closed";

export interface RoomSeat {
  name: string;
  bot: string;
  ready: boolean;
  connected: boolean;
}

export interface RoomInfo {
  id: string;
  code: string;
  status: RoomStatus;
  settings: RoomSettings;
  seats: RoomSeat[];
  host: number;
  you: number;
  table: string;
  commitment: string;
  entropy: string[];
  /** How often the settings have been changed. */
  changes: number;
  /** Who is here without a seat. */
  lookers: Looker[];
}

export interface Looker {
  /** What a host calls him by. */
  key: string;
  name: string;
  you: boolean;
}

export interface Card {
  id: string;
  status: RoomStatus;
  settings: RoomSettings;
  host: string;
  seats: string[];
  table: string;
}

export interface Waiting {
  variant: string;
  stake: number;
  people: number;
}

export interface Choices {
  bots: string[];
  stakes: number[];
  phrases: string[];
  emotes: string[];
}

export interface Preset {
  name: string;
  settings: RoomForm;
}

type Answer = { type: "ack"; id: string } | { type: "refused"; id: string; code: string; detail: Details } | { type: "error"; code: string; detail: Details };

export type RoomMessage =
  | { type: "room"; room: RoomInfo }
  | { type: "offered"; seat: number }
  | { type: "said"; seat: number; what: string }
  | { type: "notice"; code: string; seat: number; name: string }
  | { type: "pong" }
  | Answer;

export type RoomCommand =
  | { type: "sit"; id: string; seat: number }
  | { type: "stand"; id: string }
  | { type: "ready"; id: string; on: boolean; changes: number }
  | { type: "entropy"; id: string; text: string }
  | { type: "say"; id: string; what: string }
  | { type: "start"; id: string }
  | { type: "kick"; id: string; seat: number }
  | { type: "offer"; id: string; person: string; seat: number }
  | { type: "expel"; id: string; person: string }
  | { type: "bot"; id: string; seat: number; level: string }
  | { type: "host"; id: string; seat: number }
  | { type: "change"; id: string; settings: RoomForm }
  | { type: "close"; id: string };

export type LobbyMessage =
  | { type: "lobby"; rooms: Card[]; waiting: Waiting[]; people: number }
  | { type: "changes"; rooms: Card[]; gone: string[]; waiting: Waiting[]; people: number }
  | { type: "matched"; room: string; table: string }
  | { type: "pong" }
  | Answer;

export type LobbyCommand =
  | { type: "queue"; id: string; variant: string; stake: number; bots: boolean }
  | { type: "unqueue"; id: string };

export type RoomAct = Unsent<RoomCommand>;
