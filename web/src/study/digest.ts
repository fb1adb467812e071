const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const PREFIX = new TextEncoder().encode("fangcheng/commitment/");

/** The commitment to a secret, both in hex (docs/fairness.md). Only where the browser has SHA-256: on secure addresses and on this machine. */
export async function commitment(secret: string): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.of(...PREFIX, ...bytes))));
}
