import { seatNumber, type TextSource } from "../model/narrate";
import { valueKey } from "../model/options";
import type { OptionRow, OptionValue, OptionValues, VariantInfo } from "../model/protocol";
import type { RoomSettings } from "./protocol";
import { freshSettings, isSpecial } from "./settings";

/** What is agreed in a room, in words. */

export type TermId = Exclude<keyof RoomSettings, "variant" | "options" | "seats">;

export interface Term {
  id: TermId;
  label: string;
  value: string;
}

const ui = (texts: TextSource, path: string, parameters = {}): string => texts.of("", `ui.${path}`, parameters);

export const dealsText = (texts: TextSource, count: number): string =>
  count ? ui(texts, count === 1 ? "deals_count_one" : "deals_count", { count }) : ui(texts, "no_end");
export const secondsText = (texts: TextSource, count: number, none = "no_clock"): string => (count ? ui(texts, "seconds_count", { count }) : ui(texts, none));
export const stakeText = (texts: TextSource, stake: number): string => (stake ? ui(texts, "room.stake.points", { count: stake }) : ui(texts, "room.stake.none"));
export const levelText = (texts: TextSource, level: string): string => texts.of("", `bot.${level}`);
export const fillText = (texts: TextSource, level: string | null): string =>
  level ? ui(texts, "room.fill.bot", { level: levelText(texts, level) }) : ui(texts, "room.fill.nobody");
export const feeText = (texts: TextSource, fee: number): string => (fee ? ui(texts, "room.fee.money", { count: fee }) : ui(texts, "room.fee.none"));

/** The value of one setting. */
export function termText(texts: TextSource, settings: RoomSettings, id: TermId): string {
  switch (id) {
    case "deals":
      return dealsText(texts, settings.deals);
    case "seconds":
      return secondsText(texts, settings.seconds);
    case "reserve":
      return secondsText(texts, settings.reserve, "room.reserve.none");
    case "stake":
      return stakeText(texts, settings.stake);
    case "fee":
      return feeText(texts, settings.fee);
    case "fill":
      return fillText(texts, settings.fill);
    case "bot":
      return levelText(texts, settings.bot);
    default:
      return ui(texts, `room.${id}.values.${String(settings[id])}`);
  }
}

/** Whether a setting means anything beside the others: no reserve without a clock, no cap on money where none is played for. */
function counts(settings: RoomSettings, id: TermId): boolean {
  if (id === "reserve") return settings.seconds > 0;
  if (id === "reserve_per") return settings.seconds > 0 && settings.reserve > 0;
  return id !== "gain_cap" || settings.stake > 0;
}

/** Settings by what they are about. */
export const GROUPS = {
  match: ["deals", "seconds", "reserve", "reserve_per"],
  money: ["stake", "fee", "gain_cap"],
  people: ["listed", "fill", "bot", "seating"],
  eyes: ["hints", "spectators", "sharing"],
} as const satisfies Record<string, readonly TermId[]>;
export type Group = keyof typeof GROUPS;

export const termsOf = (texts: TextSource, settings: RoomSettings, group: Group): Term[] =>
  GROUPS[group].filter((id) => counts(settings, id)).map((id) => ({ id, label: ui(texts, `room.${id}.label`), value: termText(texts, settings, id) }));

const WINDS = ["E", "S", "W", "N"];

/** What a seat is called: by its wind where seats have winds of their own, else by its number. */
export const seatLabel = (texts: TextSource, variant: Pick<VariantInfo, "winds">, seat: number): string =>
  variant.winds ? ui(texts, `tile.${WINDS[seat]}`) : seatNumber(texts, seat);

/** The value of an option in the game's words. */
export function optionText(texts: TextSource, variant: string, row: OptionRow, value: OptionValue | OptionValue[]): string {
  const word = (one: OptionValue): string => (row.kind === "integer" ? String(one) : texts.of(variant, `option.${row.id}.values.${valueKey(one)}`));
  return Array.isArray(value) ? value.map(word).join(ui(texts, "between_names")) || "–" : word(value);
}

/** Something that is not as the game has it by itself: a setting of the room, or an option of the game. */
export interface Difference {
  id: string;
  option: boolean;
  label: string;
  value: string;
}

/** All that differs from what a host starts from. Of the settings those that are named in `ids`. */
export function differences(texts: TextSource, variant: VariantInfo, settings: RoomSettings, ids: readonly TermId[]): Difference[] {
  const fresh = freshSettings(variant);
  const terms = ids
    .filter((id) => counts(settings, id) && settings[id] !== fresh[id])
    .map((id) => ({ id, option: false, label: ui(texts, `room.${id}.label`), value: termText(texts, settings, id) }));
  return [...terms, ...specialOptions(texts, variant, settings.options)];
}

/** The options of a game that are not as the game has them by itself; those that are left out are. */
export const specialOptions = (texts: TextSource, variant: VariantInfo, options: OptionValues): Difference[] =>
  variant.options
    .filter((row) => row.id in options && isSpecial(row, options[row.id]))
    .map((row) => ({ id: row.id, option: true, label: texts.of(variant.id, `option.${row.id}.label`), value: optionText(texts, variant.id, row, options[row.id] ?? null) }));

/** The same settings with one difference taken back. */
export function without(variant: VariantInfo, settings: RoomSettings, { id, option }: Difference): RoomSettings {
  const fresh = freshSettings(variant);
  if (option) return { ...settings, options: { ...settings.options, [id]: fresh.options[id] ?? null } };
  return { ...settings, [id]: fresh[id as TermId] };
}
