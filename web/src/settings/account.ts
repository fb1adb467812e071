import { known } from "../model/api";
import { ofTheAccount, type Settings } from "./values";

/** Where the settings of an account are kept; without an account, or without an answer, those of the device do. */
const address = (): URL => new URL("api/settings", document.baseURI);

/** What the account has kept, null where there is nothing. */
export async function loadFromAccount(): Promise<Record<string, unknown> | null> {
  const answer = known() ? await send("GET") : null;
  const kept = answer?.ok ? ((await answer.json().catch(() => null)) as Record<string, unknown> | null) : null;
  // Of whoever has never confirmed any, the server knows only what is so at first.
  return kept && "speech" in kept ? kept : null;
}

export async function saveToAccount(settings: Settings, language: string): Promise<void> {
  if (known()) await send("PUT", JSON.stringify({ ...ofTheAccount(settings), language }));
}

async function send(method: string, body?: string): Promise<Response | null> {
  const headers: HeadersInit = body === undefined ? {} : { "Content-Type": "application/json" };
  try {
    return await fetch(address(), { method, headers, credentials: "same-origin", body: body ?? null });
  } catch {
    // Not to be reached: the device has kept them.
    return null;
  }
}
