import type { Offer, StepView } from "./protocol";
import { HIDDEN, kindName, kindOf } from "./tiles";

export interface Picture {
  kind: number;
  /** The tile on offer, as against own tiles. */
  offered: boolean;
}

/** More offers of one verb than these, one for each of so many tiles, are one button and a tap on the tile. */
const MOST_BUTTONS = 3;

/** What stands in the row of choices: an offer, a verb whose tile is then tapped in the hand, or tiles to be picked. */
export interface Choice {
  id: string;
  verb: string;
  offers: Offer[];
  kind: "offer" | "tap" | "pick";
}

/** What somebody waits for, and what may be done at any moment. */
export const asked = (offers: Offer[]): Offer[] => offers.filter((offer) => !offer.free);
export const free = (offers: Offer[]): Offer[] => offers.filter((offer) => offer.free);

/** Everything but discards, in the order in which it is offered. */
export function choices(offers: Offer[]): Choice[] {
  const found: Choice[] = [];
  for (const offer of asked(offers)) {
    if (offer.verb === "discard") continue;
    const alike = offers.filter((other) => other.verb === offer.verb && isOneTile(other));
    if (offer.pick) found.push({ id: offer.text, verb: offer.verb, offers: [offer], kind: "pick" });
    else if (!isOneTile(offer) || alike.length <= MOST_BUTTONS) found.push({ id: offer.text, verb: offer.verb, offers: [offer], kind: "offer" });
    else if (offer === alike[0]) found.push({ id: offer.verb, verb: offer.verb, offers: alike, kind: "tap" });
  }
  return found;
}

const isOneTile = (offer: Offer): boolean => offer.tiles?.length === 1 && (offer.on ?? -1) < 0 && !offer.pick;

/** Offers that are taken by tapping a tile in the hand, by the kind of it: discards, or those of the verb that was chosen. */
export function taps(offers: Offer[], verb = "discard"): Map<number, Offer> {
  const found = new Map<number, Offer>();
  for (const offer of asked(offers)) {
    const kind = offer.tiles?.[0];
    if (offer.verb === verb && kind !== undefined) found.set(kind, offer);
  }
  return found;
}

/** The text that takes an offer to pick tiles, with those picked. */
export function pickedText(offer: Offer, kinds: number[]): string {
  const tiles = [...kinds].sort((one, other) => one - other).map(kindName);
  return tiles.length ? `${offer.text} ${tiles.join("")}` : offer.text;
}

/** The tiles that an offer is about, in ascending order: own ones named in it, and the tile that it would take. */
export function pictures(offer: Offer, step: StepView, viewer: number): Picture[] {
  if (offer.verb === "pass" || offer.free) return [];
  // One of several tiles that lie face down, by its number.
  if (step.kinds?.[(offer.number ?? 0) - 1] === HIDDEN) return [{ kind: HIDDEN, offered: false }];
  const own = (offer.tiles ?? []).map((kind) => ({ kind, offered: false }));
  const named = offer.on ?? -1;
  const open = step.seat === viewer ? -1 : kindOf(step.tile ?? -1);
  const subject = named >= 0 ? named : open;
  const all = subject >= 0 ? [...own, { kind: subject, offered: true }] : own;
  return all.sort((one, other) => one.kind - other.kind);
}
