import { Connection, type ConnectionState, type Unsent } from "../model/connection";
import type { Details } from "../model/protocol";

export function socketAddress(path: string): string {
  const address = new URL(`ws/${path}`, document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

interface Command {
  type: string;
  id: string;
}
type Answer = { type: "refused"; id: string; code: string; detail: Details } | { type: "ack"; id: string };

/** The line to a room or the lobby: its state, what is not answered yet, and the last refusal. */
export class Line<S extends { type: string }, C extends Command> {
  state = $state<ConnectionState>("connecting");
  /** Why the server has closed the line for good. */
  closed = $state<string | null>(null);
  refusal = $state.raw<{ code: string; detail: Details } | null>(null);
  pending = $state(false);
  #asked = "";
  readonly #connection: Connection<S, C>;
  readonly #back = (): void => this.#connection.hurry();

  constructor(path: string, private readonly receive: (message: S) => void) {
    this.#connection = new Connection<S, C>(socketAddress(path), {
      message: (message) => this.#received(message),
      state: (state, code) => {
        this.state = state;
        if (code) this.closed = code;
      },
    });
  }

  open(): void {
    addEventListener("online", this.#back);
    document.addEventListener("visibilitychange", this.#back);
    this.#connection.open();
  }

  close(): void {
    removeEventListener("online", this.#back);
    document.removeEventListener("visibilitychange", this.#back);
    this.#connection.close();
  }

  send(message: Unsent<C>): void {
    this.refusal = null;
    this.pending = true;
    this.#asked = this.#connection.send(message);
  }

  #received(message: S): void {
    const answer = message as unknown as Answer;
    if ((answer.type === "ack" || answer.type === "refused") && answer.id === this.#asked) {
      this.pending = false;
      if (answer.type === "refused") this.refusal = { code: answer.code, detail: answer.detail };
    }
    this.receive(message);
  }
}
