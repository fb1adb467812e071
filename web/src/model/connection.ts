import type { ClientMessage, ServerMessage } from "./protocol";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

export interface Handlers {
  message(message: ServerMessage): void;
  /** `code` says why, once the connection is closed for good. */
  state(state: ConnectionState, code?: string): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

type Numbered = Exclude<ClientMessage, { type: "ping" }>;
type Unnumbered<M> = M extends Numbered ? Omit<M, "id"> : never;

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 15_000;
/** A line that says nothing for so long is dead, whatever the browser thinks of it. */
const SILENCE = 35_000;

/** How long to wait before the next try: doubling, with a share of chance so that a restarted server is not met by everybody at once. */
export function backOff(tries: number, chance: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + 0.5 * chance);
}

/**
 * A table's socket that comes back by itself. What was sent and not yet answered is sent again after a reconnect under the same id; the
 * server carries out an id only once.
 */
export class Connection {
  #socket: Socket | null = null;
  #tries = 0;
  #sent = 0;
  #heard = 0;
  #ended = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  readonly #unanswered = new Map<string, Numbered>();
  // Ids must differ between two loads of the page, too.
  readonly #prefix = Math.random().toString(36).slice(2, 8);

  constructor(
    private readonly address: string,
    private readonly handlers: Handlers,
    private readonly connect: (address: string) => Socket = (target) => new WebSocket(target) as Socket,
  ) {}

  open(): void {
    clearTimeout(this.#retry);
    this.handlers.state(this.#tries ? "lost" : "connecting");
    const socket = this.connect(this.address);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
  }

  /** Send under a new id, which is returned; kept until it is answered. */
  send(message: Unnumbered<Numbered>): string {
    const id = `${this.#prefix}-${++this.#sent}`;
    const numbered = { ...message, id } as Numbered;
    this.#unanswered.set(id, numbered);
    this.#write(numbered);
    return id;
  }

  /** Try again now: the network or the page has come back. */
  hurry(): void {
    if (this.#ended || this.#heartbeat !== undefined) return;
    this.#drop();
    this.open();
  }

  close(): void {
    this.#ended = true;
    this.#drop();
  }

  #opened(): void {
    this.#tries = 0;
    this.#heard = Date.now();
    this.#heartbeat = setInterval(() => this.#beat(), PING_EVERY);
    this.handlers.state("open");
    for (const message of this.#unanswered.values()) this.#write(message);
  }

  #beat(): void {
    if (Date.now() - this.#heard > SILENCE) this.#lost(1006, "");
    else this.#write({ type: "ping" });
  }

  #received(text: string): void {
    this.#heard = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "ack" || message.type === "refused") this.#unanswered.delete(message.id);
    if (message.type === "closed") return this.#end(message.code);
    this.handlers.message(message);
  }

  #lost(code: number, reason: string): void {
    this.#drop();
    if (this.#ended) return;
    // 4000 and above are the server's own words: it will not have us back.
    if (code >= 4000) return this.#end(reason || "closed");
    this.handlers.state("lost");
    this.#retry = setTimeout(() => this.open(), backOff(this.#tries++, Math.random()));
  }

  #end(code: string): void {
    this.close();
    this.handlers.state("closed", code);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #write(message: ClientMessage): void {
    // Before the socket is open nothing is written: `#opened` sends all that is unanswered.
    if (this.#heartbeat !== undefined) this.#socket?.send(JSON.stringify(message));
  }
}
