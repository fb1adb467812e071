import type { GameEvent, TableMessage } from "./protocol";

export interface LogEntry {
  id: number;
  event: GameEvent;
  /** Seats that the tiles of the event belong to, one each, where the table shows such. */
  hits?: number[];
  /** Says only what the entry before has said: the discard of a player who has declared ready with it. */
  told?: boolean;
}

/** What is said of the time that nobody here has seen. */
export const GAP: GameEvent = { type: "gap" };

/** The events of a message as entries, numbered from `from` on. */
export function entriesOf({ events, view }: Pick<TableMessage, "events" | "view">, from: number): LogEntry[] {
  return events.map((event, place) => {
    const group = view.centre.find((shown) => shown.seats && String(shown.tiles) === String(event.tiles));
    return { id: from + place, event, ...(group?.seats && { hits: group.seats }), ...(told(event, events[place - 1]) && { told: true }) };
  });
}

function told(event: GameEvent, before: GameEvent | undefined): boolean {
  return event.type === "discard" && before?.type === "ready" && before.seat === event.seat && before.tile === event.tile;
}

/** The log of a table that this tab has left and comes back to. */
export interface KeptLog {
  deal: number;
  seq: number;
  log: LogEntry[];
}

const key = (id: string): string => `fangcheng.log.${id}`;

export function keepLog(id: string, kept: KeptLog): void {
  globalThis.sessionStorage?.setItem(key(id), JSON.stringify(kept));
}

export function keptLog(id: string): KeptLog | null {
  return JSON.parse(globalThis.sessionStorage?.getItem(key(id)) ?? "null") as KeptLog | null;
}

/** What was kept, as the log of a table that is at this message by now. */
export function resumed(kept: KeptLog | null, message: TableMessage): LogEntry[] {
  if (!kept?.log.length) return [];
  const seen = kept.deal === message.view.number && kept.seq === message.seq;
  return seen ? kept.log : [...kept.log, { id: (kept.log.at(-1)?.id ?? 0) + 1, event: GAP }];
}
