import type { OptionRow, OptionValue, OptionValues } from "./protocol";

/** How a value is written in the catalogues and in forms. */
export const valueKey = (value: OptionValue): string => (value === null ? "none" : String(value));

/** The value of an option that is written so; its default where there is none. */
export function parseValue(row: OptionRow, key: string): OptionValue | OptionValue[] {
  const found = row.values.find((value) => valueKey(value) === key);
  return found === undefined ? row.default : found;
}

export function defaults(rows: OptionRow[]): OptionValues {
  return Object.fromEntries(rows.map((row) => [row.id, row.default]));
}

/** Only what differs from the defaults is sent, so that a table says what is special about it. */
export function changed(rows: OptionRow[], values: OptionValues): OptionValues {
  const differs = (row: OptionRow): boolean => JSON.stringify(values[row.id]) !== JSON.stringify(row.default);
  return Object.fromEntries(rows.filter(differs).map((row) => [row.id, values[row.id] ?? null]));
}
