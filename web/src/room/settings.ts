import { changed, defaults } from "../model/options";
import type { OptionRow, VariantInfo } from "../model/protocol";
import type { RoomForm, RoomSettings, Terms } from "./protocol";

/** What a host starts from. */
export const TERMS: Terms = {
  stake: 0,
  fee: 0,
  gain_cap: false,
  sharing: "hands",
  seconds: 20,
  reserve: 0,
  reserve_per: "deal",
  spectators: "live",
  hints: true,
  bot: "greedy",
};

/** Settings that suit many, as far as they differ from what a host starts from. */
export const READY_MADE = {
  standard: {},
  quick: { seconds: 10 },
  calm: { seconds: 0 },
} as const satisfies Record<string, Partial<Terms>>;

/** The settings of a new room for a game. */
export function freshSettings(variant: VariantInfo): RoomSettings {
  return {
    ...TERMS,
    variant: variant.id,
    options: defaults(variant.options),
    seats: variant.seats.at(-1) ?? null,
    deals: variant.deals,
    listed: false,
    fill: "greedy",
    seating: "chosen",
  };
}

/** Settings of a room or a preset, with every option of the game in them. */
export const withDefaults = (variant: VariantInfo, settings: RoomForm): RoomSettings => ({
  ...freshSettings(variant),
  ...settings,
  options: { ...defaults(variant.options), ...settings.options },
});

/** As they are sent: of the options only those that differ from the game's own. */
export const toForm = (variant: VariantInfo, settings: RoomSettings): RoomSettings => ({
  ...settings,
  options: changed(variant.options, settings.options),
});

/** Whether an option is not as the game has it by itself. */
export function isSpecial(row: OptionRow, value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(row.default);
}
