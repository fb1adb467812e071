/** What travels for rooms and the lobby, as docs/protocol.md describes it; see `model/protocol.ts`. */
import type { Unsent } from "../model/connection";
import type { OptionValues } from "../model/protocol";
import type * as wire from "../model/wire";

export type { Choices, Looker, RoomSeat, Terms, Waiting } from "../model/wire";

export type RoomSettings = Omit<wire.RoomSettings, "options"> & { options: OptionValues };

/** What a form sends: all but the game may be left out. */
export type RoomForm = Omit<wire.RoomSettingsGiven, "options"> & { options?: OptionValues };

type Around<Settings, Whole> = Omit<Whole, "settings"> & { settings: Settings };
type WithCards<Message> = Omit<Message, "rooms"> & { rooms: Card[] };

export type RoomInfo = Around<RoomSettings, wire.RoomInfo>;
export type Card = Around<RoomSettings, wire.Card>;
export type Preset = Around<RoomForm, wire.PresetGiven>;

export type RoomMessage = Exclude<wire.RoomSent, wire.Room> | { type: "room"; room: RoomInfo };
export type RoomCommand = Exclude<wire.RoomReceived, wire.Ping>;
export type LobbyMessage = Exclude<wire.LobbySent, wire.Lobby | wire.Changes> | WithCards<wire.Lobby> | WithCards<wire.Changes>;
export type LobbyCommand = Exclude<wire.LobbyReceived, wire.Ping>;

export type RoomAct = Unsent<RoomCommand>;
