import type { Catalogue } from "./catalogue";
import type { Details, NewTable, Person, TableSummary, VariantInfo } from "./protocol";

/** A refusal by the server; `code` is a key under `error` or `refused` in the catalogues, `offline` when there was no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly detail: Details = {},
  ) {
    super(code);
  }
}

export async function call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  // Relative to the page, so that the client works under any path of a site.
  const address = new URL(`api/${path}`, document.baseURI);
  const json: RequestInit = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const content: RequestInit = body === undefined ? {} : body instanceof Blob ? { body } : json;
  let response: Response;
  try {
    response = await fetch(address, { method, credentials: "same-origin", ...content });
  } catch {
    throw new ApiError("offline");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = (answer ?? {}) as { code?: string; detail?: Details };
  if (error.code === NO_SESSION) ended();
  throw new ApiError(error.code ?? "server", error.detail);
}

const NO_SESSION = "no_session";
let onend: () => void = () => undefined;

/** To be called when the server turns out not to know any more who had come in here. */
export const whenEnded = (call: () => void): void => void (onend = call);

/** The session is over without the player's doing here: he has signed out elsewhere, or it was ended from there. */
export function ended(): void {
  if (!known()) return;
  forget();
  onend();
}

const KNOWN = "fangcheng.known";

/** Whether somebody has come in from this browser before; who has not is nobody yet, and the server need not be asked who. */
export const known = (): boolean => localStorage.getItem(KNOWN) !== null;

/** To be told whenever the server has let somebody in. */
export const remember = (): void => localStorage.setItem(KNOWN, "1");

/** To be told when somebody has gone out. */
export const forget = (): void => localStorage.removeItem(KNOWN);

export async function fetchMe(): Promise<Person | null> {
  if (!known()) return null;
  try {
    return await call<Person>("me");
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NO_SESSION) throw error;
    return null;
  }
}

export async function enterAsGuest(name: string): Promise<Person> {
  const person = await call<Person>("guest", "POST", name ? { name } : {});
  remember();
  return person;
}

export const fetchVariants = (): Promise<VariantInfo[]> => call("variants");
export const fetchCatalogue = (language: string): Promise<Catalogue> => call(`catalogue/${language}`);
export const fetchTables = (): Promise<TableSummary[]> => call("tables");
export const createTable = (table: NewTable): Promise<{ id: string }> => call("tables", "POST", table);
