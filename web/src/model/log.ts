import type { GameEvent, TableMessage } from "./protocol";

export interface LogEntry {
  id: number;
  event: GameEvent;
  /** Seats that the tiles of the event belong to, one each, where the table shows such. */
  hits?: number[];
  /** Says only what the entry before has said: the discard of a player who has declared ready with it. */
  told?: boolean;
}

/** Events that have led to a view as entries, numbered from `from` on. */
export function entriesOf(events: GameEvent[], { centre }: Pick<TableMessage["view"], "centre">, from: number): LogEntry[] {
  return events.map((event, place) => {
    const group = centre.find((shown) => shown.seats && String(shown.tiles) === String(event.tiles));
    return { id: from + place, event, ...(group?.seats && { hits: group.seats }), ...(told(event, events[place - 1]) && { told: true }) };
  });
}

function told(event: GameEvent, before: GameEvent | undefined): boolean {
  return event.type === "discard" && before?.type === "ready" && before.seat === event.seat && before.tile === event.tile;
}

/**
 * A log with the events of the deal so far, as they are told to who connects: they take the place of what was heard of the same deal. Deals
 * before it stay as long as nothing is missing between them and this one.
 */
export function withPast(log: LogEntry[], past: GameEvent[], view: Pick<TableMessage["view"], "centre" | "number">): LogEntry[] {
  const same = log.findIndex(({ event }) => event.type === "start" && (event.number ?? 0) === view.number);
  const before = same >= 0 ? log.slice(0, same) : log.at(-1)?.event.type === "settle" ? log : [];
  return [...before, ...entriesOf(past, view, (before.at(-1)?.id ?? 0) + 1)];
}
