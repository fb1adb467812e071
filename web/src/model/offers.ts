import type { Offer, StepView } from "./protocol";
import { kindOf } from "./tiles";

export interface Picture {
  kind: number;
  /** The tile on offer, as against own tiles. */
  offered: boolean;
}

/** Discards are taken by tapping a tile in the hand: the offer of each kind. */
export function taps(offers: Offer[]): Map<number, Offer> {
  const found = new Map<number, Offer>();
  for (const offer of offers) {
    const kind = offer.tiles?.[0];
    if (offer.verb === "discard" && kind !== undefined) found.set(kind, offer);
  }
  return found;
}

/** Everything else is a button, in the order in which it is offered. */
export function buttons(offers: Offer[]): Offer[] {
  return offers.filter((offer) => offer.verb !== "discard");
}

/** The tiles that an offer is about, in ascending order: own ones named in it, and the tile that it would take. */
export function pictures(offer: Offer, step: StepView, viewer: number): Picture[] {
  if (offer.verb === "pass") return [];
  const own = (offer.tiles ?? []).map((kind) => ({ kind, offered: false }));
  const named = offer.on ?? -1;
  const open = step.seat === viewer ? -1 : kindOf(step.tile ?? -1);
  const subject = named >= 0 ? named : open;
  const all = subject >= 0 ? [...own, { kind: subject, offered: true }] : own;
  return all.sort((one, other) => one.kind - other.kind);
}
