import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backOff, Connection, type ConnectionState, type Socket } from "../src/model/connection";
import { hold } from "../src/model/pace";
import type { ServerMessage } from "../src/model/protocol";

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe("a connection", () => {
  let sockets: FakeSocket[];
  let states: [ConnectionState, string?][];
  let heard: string[];
  let connection: Connection;
  const last = (): FakeSocket => sockets.at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    states = [];
    heard = [];
    connection = new Connection(
      "ws://table",
      { message: (message) => heard.push(message.type), state: (...state) => states.push(state) },
      () => (sockets.push(new FakeSocket()), last()),
    );
    connection.open();
    last().onopen?.();
  });

  afterEach(() => vi.useRealTimers());

  it("comes back after it was lost, later each time", () => {
    last().onclose?.({ code: 1006, reason: "" });
    expect(states.at(-1)).toEqual(["lost"]);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    last().onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(3);
    last().onopen?.();
    expect(states.at(-1)).toEqual(["open"]);
  });

  it("comes back to a server that restarts", () => {
    last().says({ type: "closed", code: "restarting" });
    expect(states.at(-1)).toEqual(["lost"]);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
  });

  it("finds out after a sleep whether its line is still open", () => {
    connection.hurry();
    expect(last().sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(1000);
    last().says({ type: "pong" });
    vi.advanceTimersByTime(3000);
    expect(sockets).toHaveLength(1);
    connection.hurry();
    vi.advanceTimersByTime(4000);
    expect(sockets).toHaveLength(2);
  });

  it("sends again under the same id what was not answered", () => {
    const first = connection.send({ type: "act", seq: 3, deal: 0, action: "pass" });
    last().says({ type: "ack", id: first });
    const second = connection.send({ type: "act", seq: 4, deal: 0, action: "win" });
    last().onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(400);
    expect(last().sent).toEqual([]);
    last().onopen?.();
    expect(last().sent).toEqual([{ type: "act", id: second, seq: 4, deal: 0, action: "win" }]);
  });

  it("stays away when the server says so", () => {
    last().says({ type: "closed", code: "taken_over" });
    expect(states.at(-1)).toEqual(["closed", "taken_over"]);
    vi.advanceTimersByTime(60_000);
    connection.hurry();
    expect(sockets).toHaveLength(1);
  });

  it("takes a silent line for a dead one", () => {
    vi.advanceTimersByTime(31_000);
    expect(last().sent).toEqual([{ type: "ping" }, { type: "ping" }]);
    vi.advanceTimersByTime(16_000);
    expect(sockets.length).toBeGreaterThan(1);
    expect(sockets[0]?.closed).toBe(true);
  });

  it("hurries when the network is back, and not while it is open", () => {
    connection.hurry();
    expect(sockets).toHaveLength(1);
    last().onclose?.({ code: 1006, reason: "" });
    connection.hurry();
    expect(sockets).toHaveLength(2);
  });

  it("passes on what it hears", () => {
    last().says({ type: "pong" });
    expect(heard).toEqual(["pong"]);
  });
});

describe("times", () => {
  it("of retries double up to a bound", () => {
    expect(backOff(0, 0.5)).toBe(300);
    expect(backOff(2, 0.5)).toBe(1200);
    expect(backOff(20, 1)).toBe(10_000);
  });

  it("of messages follow the weightiest event, and shrink when many wait", () => {
    expect(hold([{ type: "draw" }, { type: "dice" }], 0)).toBe(1100);
    expect(hold([{ type: "dice" }], 9)).toBe(275);
    expect(hold([], 0)).toBe(0);
    expect(hold([{ type: "draw" }], 0, "normal", true)).toBeGreaterThan(hold([{ type: "draw" }], 0));
  });
});
