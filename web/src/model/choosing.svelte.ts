import { asked, choices, pickedText, taps, type Choice } from "./offers";
import type { Offer } from "./protocol";
import { kindOf } from "./tiles";

interface Made {
  /** The offers and the hand it was made on: others make it void. */
  on: string;
  verb: string;
  picked: number[];
  /** The tile that a first tap has raised, -1 for none. */
  raised?: number;
}

/** What the viewer is about to do with tiles: a verb whose tile he has yet to tap, or the tiles that he has picked so far. */
export class Choosing {
  #made = $state.raw<Made>({ on: "", verb: "", picked: [] });
  readonly #offers: () => Offer[];
  readonly #hand: () => number[];
  // What is drawn may be of the kind that was discarded, and the offers the same as before.
  readonly #on = $derived.by(() => [...this.offers.map((offer) => offer.text), ...this.#hand()].join());
  readonly #now = $derived.by(() => (this.#made.on === this.#on ? this.#made : { on: this.#on, verb: "", picked: [] }));

  /** The tiles on the table that can be tapped now. */
  readonly taps = $derived.by(() => (this.inHand ? new Map<number, Offer>() : taps(this.offers, this.verb || undefined)));
  readonly choices = $derived.by<Choice[]>(() => choices(this.offers));

  constructor(offers: () => Offer[], hand: () => number[]) {
    this.#offers = offers;
    this.#hand = hand;
  }

  get offers(): Offer[] {
    return this.#offers();
  }

  get verb(): string {
    return this.#now.verb;
  }

  /** Places among the tiles to pick from; in the hand, the tiles themselves. */
  get picked(): number[] {
    return this.#now.picked;
  }

  get raised(): number {
    return this.#now.raised ?? -1;
  }

  get pick(): Offer | undefined {
    return asked(this.offers).find((offer) => offer.pick);
  }

  /** Whether tiles are picked in the hand: there, where all of it is on offer. */
  get inHand(): boolean {
    const sorted = (kinds: number[]): string => [...kinds].sort((one, other) => one - other).join();
    return this.pick?.pick ? sorted(this.pick.pick.kinds) === sorted(this.#hand().map(kindOf)) : false;
  }

  /** Tap a tile next for this verb, or for none again. */
  toggleVerb(verb: string): void {
    this.#made = { on: this.#on, verb: this.verb === verb ? "" : verb, picked: [] };
  }

  /** Tap a tile of the hand: what that takes; null where it takes nothing, or where it is the first of two taps and only raises the tile. */
  tap(tile: number, taps: 1 | 2): Offer | null {
    const offer = this.taps.get(kindOf(tile)) ?? null;
    if (!offer || taps === 1 || this.raised === tile) return offer;
    this.#made = { ...this.#now, raised: tile };
    return null;
  }

  /** Lay a raised tile down again. */
  lower(): void {
    this.#made = { ...this.#now, raised: -1 };
  }

  /** Pick a tile or put it back; no more than may be picked. */
  toggle(place: number): void {
    const { picked } = this;
    const rest = picked.filter((other) => other !== place);
    if (rest.length === picked.length && picked.length >= (this.pick?.pick?.most ?? 0)) return;
    this.#made = { on: this.#on, verb: "", picked: rest.length < picked.length ? rest : [...picked, place] };
  }

  /** The text that takes what is picked. */
  get pickedText(): string {
    const { pick } = this;
    if (!pick?.pick) return "";
    const { kinds } = pick.pick;
    return pickedText(pick, this.picked.map((place) => (this.inHand ? kindOf(place) : (kinds[place] ?? -1))));
  }
}
