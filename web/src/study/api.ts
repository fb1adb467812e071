import { call } from "../model/api";
import type { Analysis } from "../model/protocol";
import type { Asked, Checked, Replay, RulesPage, ScoreForm, Waits, WonHand, Worth } from "./protocol";

export const fetchRules = (variant: string, language: string): Promise<RulesPage> => call(`rules/${variant}/${language}`);
export const fetchForm = (variant: string): Promise<ScoreForm> => call(`score/${variant}`);
export const askWorth = (variant: string, asked: Asked): Promise<Worth> => call(`score/${variant}`, "POST", asked);
export const askWaits = (variant: string, asked: Asked): Promise<Waits> => call(`waits/${variant}`, "POST", asked);

/** A finished deal: one of a table, for those who may see it, or a log that somebody has. */
export type Source = { table: string; deal: number; share: string } | { log: Blob };

function ask<T>(source: Source, table: string, log: string, query: Record<string, string | number | boolean>): Promise<T> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  if ("log" in source) return call(`${log}?${parameters}`, "POST", source.log);
  if (source.share) parameters.set("share", source.share);
  return call(`replay/${source.table}/${source.deal}${table}?${parameters}`);
}

/** Without a seat as the one who asks saw it. */
export const fetchReplay = (source: Source, seat: number | null, open: boolean): Promise<Replay> =>
  ask(source, "", "replay", { ...(seat === null ? {} : { seat }), open });
export const fetchAnalysis = (source: Source, line: number, seat: number): Promise<Analysis> =>
  ask(source, "/analysis", "replay/analysis", { line, seat });
export const fetchChecked = (source: Source): Promise<Checked> => ask(source, "/verify", "verify", {});

/** The hand with which the player has won a deal. */
export const fetchWon = (table: string, deal: number): Promise<WonHand> => call(`replay/${table}/${deal}/won`);

/** A link's token for others: to the own seat's view, or to all hands that their players leave open. */
export const shareDeal = (table: string, deal: number, shows: "seat" | "hands"): Promise<{ token: string }> =>
  call(`tables/${table}/deals/${deal}/share`, "POST", { shows });

/** Where the log of a table's deal can be had as a file. */
export const logAddress = (table: string, deal: number): string => new URL(`api/tables/${table}/deals/${deal}`, document.baseURI).href;
