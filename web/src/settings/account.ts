import { ofTheAccount, type Settings } from "./values";

/** Where the settings of an account are kept; without an account, or without an answer, those of the device do. */
const address = (): URL => new URL("api/settings", document.baseURI);

/** What the account has kept, null where there is nothing. */
export async function loadFromAccount(): Promise<unknown> {
  const answer = await send("GET");
  return answer?.ok ? await answer.json().catch(() => null) : null;
}

export async function saveToAccount(settings: Settings): Promise<void> {
  await send("PUT", JSON.stringify(ofTheAccount(settings)));
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
