import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableMessage } from "../src/model/protocol";
import type { Table as TableType } from "../src/model/table.svelte";

const sent: Record<string, unknown>[] = [];

class OpenSocket {
  onopen: (() => void) | null = null;
  onmessage = null;
  onclose = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string): void {
    sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
}

const page = { hidden: false, baseURI: "http://host/games/", addEventListener: () => undefined, removeEventListener: () => undefined };

/** What comes on connecting. */
function truth(seq: number, past: object[], number = 0): TableMessage {
  const { view, ...rest } = message(seq, "");
  return { ...rest, view: { ...view, number }, past } as unknown as TableMessage;
}

const START = { type: "start", dealer: 0 };

function message(seq: number, type: string, more: object = {}): TableMessage {
  const view = { number: 0, step: { name: "turn" }, seats: [{ river: [], claimed: [] }], centre: [], offers: [] };
  const table = { clock: null, status: "playing", ...more };
  return { type: "table", seq, events: type ? [{ type, seat: 1 }] : [], view, table } as unknown as TableMessage;
}

describe("a table", () => {
  let Table: typeof TableType;
  let table: TableType;

  beforeAll(async () => {
    vi.stubGlobal("WebSocket", OpenSocket);
    vi.stubGlobal("document", page);
    // Not every Node.js has one of its own.
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("addEventListener", () => undefined);
    ({ Table } = await import("../src/model/table.svelte"));
  });

  beforeEach(async () => {
    vi.useFakeTimers();
    sent.length = 0;
    table = new Table("t1");
    table.open();
    await Promise.resolve();
    table.receive(truth(1, [START]));
  });

  const log = (): string[] => table.log.map((entry) => entry.event.type);

  it("shows messages one after the other, each long enough to be seen", () => {
    table.receive(message(2, "discard"));
    table.receive(message(3, "pung"));
    expect(table.message?.seq).toBe(1);
    vi.advanceTimersByTime(0);
    expect(table.message?.seq).toBe(2);
    vi.advanceTimersByTime(300);
    expect(table.message?.seq).toBe(2);
    vi.advanceTimersByTime(50);
    expect(table.message?.seq).toBe(3);
    expect(log()).toEqual(["start", "discard", "pung"]);
  });

  it("does not keep the viewer waiting for what he is asked", () => {
    table.receive(message(2, "win"));
    vi.advanceTimersByTime(0);
    const question = message(3, "discard");
    question.view.offers = [{ text: "pass", verb: "pass" }];
    table.receive(question);
    vi.advanceTimersByTime(250);
    expect(table.message?.seq).toBe(3);
  });

  it("forgets what waits when it gets the whole truth", () => {
    table.receive(message(2, "discard"));
    table.receive(message(3, "pung"));
    table.receive(truth(7, [START, { type: "discard" }, { type: "pung" }, { type: "discard" }]));
    expect(table.message?.seq).toBe(7);
    expect(log()).toEqual(["start", "discard", "pung", "discard"]);
    vi.advanceTimersByTime(5000);
    expect(table.message?.seq).toBe(7);
    expect(log()).toHaveLength(4);
  });

  it("loses nothing that waits when something changes around the deal", () => {
    table.receive(message(2, "discard"));
    vi.advanceTimersByTime(0);
    table.receive(message(3, "pung"));
    table.receive(message(3, "", { status: "between" }));
    expect(table.message?.seq).toBe(2);
    vi.advanceTimersByTime(5000);
    expect(log()).toEqual(["start", "discard", "pung"]);
    expect(table.message?.table.status).toBe("between");
  });

  it("shows at once what changes around the deal that is seen, and goes on with its motion", () => {
    table.receive(message(2, "discard"));
    vi.advanceTimersByTime(0);
    const moving = table.latest;
    table.receive(message(2, "", { status: "between" }));
    expect(table.message?.table.status).toBe("between");
    expect(table.latest).toBe(moving);
    expect(log()).toEqual(["start", "discard"]);
  });

  it("keeps the deals before in the log of who comes back, unless something is missing between", () => {
    table.receive(message(2, "settle"));
    vi.advanceTimersByTime(0);
    table.receive(truth(4, [START, { type: "deal" }], 1));
    expect(log()).toEqual(["start", "settle", "start", "deal"]);
    expect(table.log.map((entry) => entry.id)).toEqual([1, 2, 3, 4]);
    table.receive(truth(2, [START], 2));
    expect(log()).toEqual(["start"]);
  });

  it("takes one answer at a time, until the table has moved on", () => {
    table.act("pass");
    table.act("pass");
    expect(sent).toMatchObject([{ type: "act", seq: 1, deal: 0, action: "pass" }]);
    table.receive({ type: "ack", id: String(sent[0]?.id) });
    expect(table.pending).toBe(true);
    table.receive(message(2, "discard"));
    vi.advanceTimersByTime(0);
    expect(table.pending).toBe(false);
  });

  it("says why an answer was refused, until something happens", () => {
    table.act("pass");
    table.receive({ type: "refused", id: String(sent[0]?.id), code: "stale", detail: {} });
    expect(table.pending).toBe(false);
    expect(table.refusal?.code).toBe("stale");
    table.receive(message(2, "discard"));
    vi.advanceTimersByTime(0);
    expect(table.refusal).toBeNull();
  });

  it("keeps the answer to its latest question about the hand", () => {
    const analysis = { distance: 1, useful: { kinds: [], tiles: 0 }, waits: [], discards: [] };
    table.askHelp();
    table.askHelp();
    const [first, second] = sent.map((asked) => String(asked.id));
    expect(sent).toMatchObject([{ type: "help" }, { type: "help" }]);
    table.receive({ type: "help", id: first!, deal: 0, seq: 1, analysis });
    expect(table.help).toBeNull();
    table.receive({ type: "help", id: second!, deal: 0, seq: 1, analysis });
    expect(table.help?.seq).toBe(1);
  });

  it("goes on to the next deal once", () => {
    table.next();
    table.next();
    expect(sent).toHaveLength(1);
    table.receive({ type: "ack", id: String(sent[0]?.id) });
    expect(table.pending).toBe(false);
  });

  it("counts the clock from when the message came", () => {
    table.receive(message(2, "", { clock: { seconds: 20, left_ms: 5000 } }));
    expect(table.deadline).toBe(performance.now() + 5000);
  });
});
