/** Texts by id. A game's own text (`games.<variant>.<section>.<id>`) goes before the common one (`<section>.<id>`). */

export interface Catalogue {
  [key: string]: string | Catalogue;
}

export type Parameters = Record<string, unknown>;

function find(catalogue: Catalogue, path: string): string | undefined {
  let place: string | Catalogue | undefined = catalogue;
  // Ids may hold dots of their own only by nesting, so a path is walked key by key.
  for (const key of path.split(".")) {
    if (typeof place !== "object") return undefined;
    place = place[key];
  }
  return typeof place === "string" ? place : undefined;
}

/** Only English has forms to choose from; Chinese counts one as it counts many. */
const PLURALS = new Intl.PluralRules("en");

/**
 * The text with `{name}` replaced by parameters, and `{name:tile|tiles}` by the form that goes with the number; a parameter that is missing
 * stays visible as it is written.
 */
export function fill(text: string, parameters: Parameters = {}): string {
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = parameters[name];
    if (value === undefined || value === null) return whole;
    return one === undefined ? String(value) : PLURALS.select(Number(value)) === "one" ? one : (other ?? "");
  });
}

/** The text of a path, null where the catalogue has none. */
export function lookup(catalogue: Catalogue, variant: string, path: string, parameters?: Parameters): string | null {
  const text = (variant ? find(catalogue, `games.${variant}.${path}`) : undefined) ?? find(catalogue, path);
  return text ? fill(text, parameters) : null;
}
