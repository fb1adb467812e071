const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 of bytes written in hex, in hex. Only where the browser has it: on secure addresses and on this machine. */
export async function sha256(text: string): Promise<string> {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
