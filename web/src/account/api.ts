import { call, remember } from "../model/api";
import type { Person } from "../model/protocol";
import type { Part, SessionInfo, StatementLine } from "./protocol";

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
