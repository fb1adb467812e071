import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, call, fetchMe, known, remember, whenEnded } from "../src/model/api";
import { Connection, type Socket } from "../src/model/connection";

describe("a session that is over", () => {
  const kept = new Map<string, string>();
  const ended = vi.fn();

  beforeEach(() => {
    kept.clear();
    ended.mockClear();
    whenEnded(ended);
    vi.stubGlobal("document", { baseURI: "http://here/" });
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ code: "no_session" }), { status: 401 })));
  });

  it("is told once by whatever is asked next", async () => {
    remember();
    await expect(call("records")).rejects.toEqual(new ApiError("no_session"));
    await expect(call("shares")).rejects.toBeInstanceOf(ApiError);
    expect(ended).toHaveBeenCalledOnce();
    expect(known()).toBe(false);
  });

  it("is nothing to be told of to who never came in", async () => {
    expect(await fetchMe()).toBeNull();
    await expect(call("records")).rejects.toBeInstanceOf(ApiError);
    expect(ended).not.toHaveBeenCalled();
  });

  it("is told by a connection that is closed for it", () => {
    remember();
    const socket = { send: () => undefined, close: () => undefined } as unknown as Socket;
    const states: string[] = [];
    const connection = new Connection("ws://here", { message: () => undefined, state: (state) => states.push(state) }, () => socket);
    connection.open();
    socket.onopen?.();
    socket.onmessage?.({ data: JSON.stringify({ type: "closed", code: "session_ended" }) });
    expect(states.at(-1)).toBe("closed");
    expect(ended).toHaveBeenCalledOnce();
  });
});
