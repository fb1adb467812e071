import { ApiError } from "../model/api";
import { changed, defaults } from "../model/options";
import type { OptionValues } from "../model/protocol";
import { kindName } from "../model/tiles";
import { askWaits, askWorth } from "./api";
import { countKinds, formatHand, formatKinds, meldOf, parseHand, type Hand } from "./notation";
import type { Asked, FactRow, FactValue, ScoreForm, Waits, Worth } from "./protocol";

const PAUSE_MS = 250;
/** Concealed places of a hand that waits, without melds. */
const PLACES = 13;
/** The way to win by a pattern of the dealt hand. */
const OPENING = "opening";

/** A hand that somebody composes for a game, what is told of it, and what the server says to it. */
export class Scorer {
  hand = $state.raw<Hand>({ concealed: [], melds: [], win: null });
  by = $state("");
  flags = $state.raw<string[]>([]);
  facts = $state.raw<Record<string, FactValue>>({});
  options = $state.raw<OptionValues>({});
  /** The hand is judged as it was dealt: none of its tiles is the winning one. */
  dealt = $state(false);
  /** Seats of the payer and the dealer, the winner being seat 0; null while nobody asks who pays. */
  paying = $state.raw<{ payer: number; dealer: number } | null>(null);

  worth = $state.raw<Worth | null>(null);
  waits = $state.raw<Waits | null>(null);
  problem = $state.raw<ApiError | null>(null);
  /** What is shown belongs to an earlier hand. */
  stale = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  readonly places = $derived(PLACES - 3 * this.hand.melds.filter((meld) => !this.#single(meld)).length);
  readonly size = $derived(this.hand.concealed.length + (this.hand.win === null ? 0 : 1));
  readonly counts = $derived(countKinds(this.hand));

  constructor(
    readonly form: ScoreForm,
    query: URLSearchParams,
  ) {
    this.by = form.won_by[0] ?? "";
    this.facts = Object.fromEntries(form.facts.map((row) => [row.id, row.default]));
    this.options = defaults(form.options);
    this.#read(query);
  }

  #single = (meld: string): boolean => meld.startsWith("{") && meld.length <= 4 && !/[A-Z]{2}/.test(meld);

  /** Another tile: the last of a full hand is the winning one. */
  add(kind: number): void {
    const { concealed, win } = this.hand;
    if (concealed.length < this.places + (this.dealt ? 1 : 0)) this.change({ concealed: [...concealed, kind].sort((one, other) => one - other) });
    else if (win === null && !this.dealt) this.change({ win: kind });
  }

  remove(place: number): void {
    this.change({ concealed: this.hand.concealed.filter((_, at) => at !== place) });
  }

  meld(shape: string, kind: number): void {
    const meld = meldOf(shape, kind);
    if (meld && this.hand.melds.length < 8) this.change({ melds: [...this.hand.melds, meld] });
  }

  /** How it is won; a pattern of the dealt hand has no winning tile. */
  win(way: string): void {
    if ((way === OPENING) !== (this.by === OPENING)) {
      this.dealt = way === OPENING;
      this.change({ win: null });
    }
    this.by = way;
  }

  /** What is written, instead of what was composed. NotationError where it is none. */
  write(text: string): void {
    this.change(parseHand(text));
  }

  change(part: Partial<Hand>): void {
    this.hand = { ...this.hand, ...part };
  }

  get text(): string {
    return formatHand(this.hand);
  }

  /** All concealed tiles, the winning one among them. */
  get #full(): string {
    const { concealed, win } = this.hand;
    return formatKinds([...concealed, ...(win === null ? [] : [win])].sort((one, other) => one - other));
  }

  /** As it is asked; only what differs from the start of a form. */
  get question(): Asked {
    const { concealed, melds, win } = this.hand;
    const paying = this.paying && { winner: 0, payer: this.by === "self_draw" ? null : this.paying.payer, dealer: this.paying.dealer };
    const facts = { ...this.facts };
    // Who deals is asked once.
    if (paying && "dealer" in facts) facts.dealer = paying.dealer === 0;
    if (paying && "payer_dealer" in facts) facts.payer_dealer = paying.payer === paying.dealer;
    return {
      hand: formatKinds(concealed),
      melds: melds.join(" "),
      win: win === null ? null : kindName(win),
      by: this.by,
      flags: this.flags,
      facts,
      options: changed(this.form.options, this.options),
      ...(paying ? { paying } : {}),
    };
  }

  /** Ask what can be asked of the hand as it is, when nothing has changed for a moment. */
  ask(): void {
    clearTimeout(this.#timer);
    this.stale = true;
    this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    const turn = ++this.#asked;
    const { question, form } = this;
    const won = this.hand.win !== null || this.dealt;
    // A pattern of the dealt hand may be that of a player who holds no fourteenth tile.
    const full = this.size > this.places || (this.by === OPENING && this.size === this.places);
    let worth: Worth | null = null;
    let waits: Waits | null = null;
    let problem: ApiError | null = null;
    try {
      if (won && full) {
        worth = await askWorth(form.variant, question);
        // A hand that is no win is full: which tile should go, and how far it is then.
        if (!worth.wins && this.size > this.places) waits = await askWaits(form.variant, { ...question, hand: this.#full, win: null, paying: undefined });
      }
      if (!won && this.size === this.places) waits = await askWaits(form.variant, { ...question, paying: undefined });
    } catch (error) {
      problem = error instanceof ApiError ? error : new ApiError("server");
    }
    if (turn !== this.#asked) return;
    Object.assign(this, { worth, waits, problem, stale: false });
  }

  /** The hand as an address that can be shared. */
  get query(): URLSearchParams {
    const query = new URLSearchParams();
    if (this.text) query.set("hand", this.text);
    if (this.dealt) query.set("dealt", "1");
    if (this.by !== this.form.won_by[0]) query.set("by", this.by);
    if (this.flags.length) query.set("flags", this.flags.join(","));
    for (const row of this.form.facts) {
      const value = this.facts[row.id];
      if (value !== row.default && value !== null && value !== undefined) query.set(`fact.${row.id}`, String(value));
    }
    const options = changed(this.form.options, this.options);
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    return query;
  }

  #read(query: URLSearchParams): void {
    const { form } = this;
    try {
      this.write(query.get("hand") ?? "");
    } catch {
      this.problem = new ApiError("bad_address");
    }
    this.dealt = query.has("dealt");
    this.by = form.won_by.find((way) => way === query.get("by")) ?? this.by;
    this.flags = form.flags.filter((flag) => (query.get("flags") ?? "").split(",").includes(flag));
    const told = form.facts.flatMap((row) => {
      const text = query.get(`fact.${row.id}`);
      return text === null ? [] : [[row.id, readFact(row, text)] as const];
    });
    this.facts = { ...this.facts, ...Object.fromEntries(told) };
    const known = new Set(form.options.map((row) => row.id));
    const options = Object.entries(readOptions(query.get("options"))).filter(([id]) => known.has(id));
    this.options = { ...this.options, ...Object.fromEntries(options) };
  }
}

/** The value of a fact's list that is written so, null for none. */
export const chosen = (row: FactRow, text: string): FactValue => row.values.find((value) => String(value) === text) ?? null;

function readFact(row: FactRow, text: string): FactValue {
  if (row.kind === "flag") return text === "true";
  if (row.kind === "integer") return Number(text);
  if (row.kind === "choice") return chosen(row, text);
  if (row.kind === "melds") return text.split(",");
  return text;
}

function readOptions(text: string | null): OptionValues {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null ? (found as OptionValues) : {};
  } catch {
    return {};
  }
}
