import { settings } from "../settings/settings.svelte";
import { bannerOf } from "./calls";
import { texts } from "./language.svelte";
import { hold } from "./pace";
import type { TableMessage } from "./protocol";

/** How long a message is shown before what follows may cover it, in ms; with `waiting` messages behind it. */
export function holdOf({ events, view }: TableMessage, waiting = 0): number {
  const banner = events.some((event) => bannerOf(texts, view.variant, event, view.viewer) !== null);
  return hold(events, waiting, settings.now.speed, banner);
}
