import { settings } from "../settings/settings.svelte";
import type { TableMessage } from "./protocol";

/** Small effects made on the spot, as the numbers of zzfx; there are no audio files. A tile is a short knock of two hard bodies. */
const EFFECTS: Record<string, number[]> = {
  draw: [0.22, 0.08, 1500, 0, 0, 0.012, 4, 0.5, 0, 0, 0, 0, 0, 3],
  discard: [0.55, 0.06, 950, 0, 0.008, 0.03, 4, 0.6, 0, 0, 0, 0, 0, 2],
  claim: [0.6, 0.05, 320, 0.01, 0.05, 0.12, 1, 1.4, 0, 0, 90, 0.05],
  deal: [0.4, 0.1, 1100, 0, 0.12, 0.12, 4, 0.6, 0, 0, 0, 0, 0.035, 3],
  reveal: [0.4, 0, 740, 0.01, 0.08, 0.2, 1, 1.2, 0, 0, 180, 0.06],
  dice: [0.4, 0.2, 700, 0, 0.02, 0.05, 4, 0.8, 0, 0, 0, 0, 0.03, 3],
  win: [0.7, 0, 523, 0.02, 0.25, 0.35, 1, 1.6, 0, 0, 131, 0.09],
  asked: [0.35, 0, 660, 0.01, 0.06, 0.12, 0, 1, 0, 0, 0, 0],
};
/** From the weightiest on: of several events at once one is heard. */
const SOUND_OF: [type: string, sound: string][] = [
  ["win", "win"],
  ["kong", "claim"],
  ["pung", "claim"],
  ["chow", "claim"],
  ["dice", "dice"],
  ["deal", "deal"],
  ["discard", "discard"],
  ["draw", "draw"],
];
const SILENT = new Set(["start", "begin", "answered", "settle", "exhausted"]);

/** The sound of a message: of the weightiest event in it, or a soft call when the viewer is asked. */
export function soundOf({ events, view }: Pick<TableMessage, "events" | "view">): string | null {
  const types = events.map((event) => event.type);
  const known = SOUND_OF.find(([type]) => types.includes(type))?.[1];
  // What only one game has is something that is laid open.
  const special = types.some((type) => !SILENT.has(type) && !SOUND_OF.some(([known]) => known === type));
  const asked = view.offers.some((offer) => !offer.free && offer.verb !== "discard");
  return known && known !== "draw" ? known : special ? "reveal" : asked ? "asked" : (known ?? null);
}

/** Let an effect be heard, as loud as it is set. */
export async function play(name: string, volume = settings.now.volume): Promise<void> {
  const effect = EFFECTS[name];
  // Browsers let a page be heard only after its reader has touched it.
  if (!effect || !volume || !navigator.userActivation?.hasBeenActive) return;
  const { zzfx, ZZFX } = await import("zzfx");
  await ZZFX.audioContext.resume();
  ZZFX.volume = (0.5 * volume) / 100;
  zzfx(...effect);
}

export function playFor(message: TableMessage): void {
  const name = settings.now.sound && !document.hidden ? soundOf(message) : null;
  if (name) void play(name);
}
