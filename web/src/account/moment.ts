/** A moment in the words of a language; `ms` since 1970. */
export const moment = (ms: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** The day of a moment, as short as it can be said. */
export const day = (ms: number, language: string): string => new Intl.DateTimeFormat(language, { dateStyle: "short" }).format(ms);

/** The hour of a moment. */
export const hour = (ms: number, language: string): string => new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(ms);

/** A gain or a loss with its sign. */
export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

/** Parts of a hundred. */
export const percent = (part: number, whole: number): string => (whole ? `${Math.round((100 * part) / whole)}%` : "–");
