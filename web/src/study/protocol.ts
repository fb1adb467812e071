/** What travels for rules, scores, replays and verification, as docs/protocol.md describes it; see `model/protocol.ts`. */
import type { GameEvent, OptionRow, OptionValues, View } from "../model/protocol";
import type * as wire from "../model/wire";

export type { Check, Checked, Decision, DiscardAnswer, Heading, Paid, Paying, RulesPage, WaitAnswer, Waits, WonHand, Worth } from "../model/wire";

export type FactValue = string | number | boolean | string[] | null;

export type FactRow = Omit<wire.FactRow, "default"> & { default: string | number | boolean | null };

export type ScoreForm = Omit<wire.ScoreForm, "facts" | "options"> & { facts: FactRow[]; options: OptionRow[] };

/** With everything told that may be left out, but who pays. */
export type Asked = Required<Omit<wire.Asked, "facts" | "options" | "paying">> & {
  facts: Record<string, FactValue>;
  options: OptionValues;
  paying?: wire.Paying;
};

export type Frame = Omit<wire.Frame, "events" | "view"> & { events: GameEvent[]; view: View };

export type DealFacts = Omit<wire.DealFacts, "options"> & { options: OptionValues };

export type Replay = Omit<wire.Replay, "deal" | "frames"> & { deal: DealFacts; frames: Frame[] };
