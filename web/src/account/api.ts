import { call, remember } from "../model/api";
import type { Person } from "../model/protocol";
import type { Company, DealRecord, GameStatistics, Leader, MatchRecord, Part, Period, SessionInfo, Share, Shows, StatementLine } from "./protocol";

async function admitted(path: string, body: object): Promise<Person> {
  const person = await call<Person>(path, "POST", body);
  remember();
  return person;
}

export const register = (name: string, password: string): Promise<Person> => admitted("register", { name, password });
export const login = (name: string, password: string): Promise<Person> => admitted("login", { name, password });
export const rename = (name: string): Promise<Person> => admitted("guest", { name });
export const logout = (): Promise<unknown> => call("logout", "POST");
export const changePassword = (old: string, fresh: string): Promise<unknown> => call("password", "POST", { old, new: fresh });
export const deleteAccount = (password: string): Promise<unknown> => call("account/delete", "POST", { password });
export const fetchSessions = (): Promise<SessionInfo[]> => call("sessions");
export const endSession = (id: string): Promise<unknown> => call(`sessions/${id}`, "DELETE");
export const endOtherSessions = (): Promise<unknown> => call("sessions", "DELETE");

/** Behind a path, the part of a list that comes after another. */
export const after = (path: string, next: string | null): string =>
  next ? `${path}${path.includes("?") ? "&" : "?"}before=${encodeURIComponent(next)}` : path;
export const fetchStatement = (next: string | null): Promise<Part<StatementLine>> => call(after("statement", next));

export const fetchRecords = (next: string | null): Promise<Part<MatchRecord>> => call(after("records", next));
export const fetchDeals = (table: string, next: string | null): Promise<Part<DealRecord>> => call(after(`records/${table}`, next));
export const shareDeal = (table: string, deal: number, shows: Shows): Promise<{ token: string }> =>
  call(`tables/${table}/deals/${deal}/share`, "POST", { shows });
export const fetchShares = (next: string | null): Promise<Part<Share>> => call(after("shares", next));
export const dropShare = (token: string): Promise<unknown> => call(`shares/${token}`, "DELETE");
export const fetchStatistics = (period: Period): Promise<GameStatistics[]> => call(`statistics?period=${period}`);
export const fetchLeaders = (game: string, period: Period, company: Company, next: string | null): Promise<Part<Leader>> =>
  call(after(`leaderboard/${game}?period=${period}&company=${company}`, next));
