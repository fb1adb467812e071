import { ended } from "./api";
import type { ClientMessage, ServerMessage } from "./protocol";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

export interface Handlers<S = ServerMessage> {
  message(message: S): void;
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

/** What is sent under an id and answered by `ack` or `refused` with the same. */
interface Numbered {
  type: string;
  id: string;
}
type TableCommand = Exclude<ClientMessage, { type: "ping" | "help" }>;
/** A command before it has its id. */
export type Unsent<C> = C extends Numbered ? Omit<C, "id"> : never;
/** What every socket of the server says. */
type Common = { type: "ack"; id: string } | { type: "refused"; id: string } | { type: "closed"; code: string };

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 15_000;
/** A line that says nothing for so long is dead, whatever the browser thinks of it. */
const SILENCE = 35_000;

/** Why a socket is closed when the server does not know any more who is there. */
const SESSION_OVER = new Set(["session_ended", "no_session"]);
/** The server goes down to come back at once. */
const RESTARTING = "restarting";
/** After a sleep of the page an open line answers within this time, or is none. */
const ANSWER = 3_000;

/** How long to wait before the next try: doubling, with a share of chance so that a restarted server is not met by everybody at once. */
export function backOff(tries: number, chance: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + 0.5 * chance);
}

/**
 * A socket of the server that comes back by itself: a table's, where nothing else is said. What was sent and not yet answered is sent again after a reconnect under the same id; the
 * server carries out an id only once.
 */
export class Connection<S extends { type: string } = ServerMessage, C extends Numbered = TableCommand> {
  #socket: Socket | null = null;
  #tries = 0;
  #sent = 0;
  #heard = 0;
  #ended = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  readonly #unanswered = new Map<string, C>();
  // Ids must differ between two loads of the page, too.
  readonly #prefix = Math.random().toString(36).slice(2, 8);

  constructor(
    private readonly address: string,
    private readonly handlers: Handlers<S>,
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
  send(message: Unsent<C>): string {
    const id = `${this.#prefix}-${++this.#sent}`;
    const numbered = { ...message, id } as unknown as C;
    this.#unanswered.set(id, numbered);
    this.#write(numbered);
    return id;
  }

  /** Ask under a new id, which is returned; a question that gets lost is not asked again. */
  ask(type: string): string {
    const id = `${this.#prefix}-${++this.#sent}`;
    this.#write({ type, id });
    return id;
  }

  /** The network or the page has come back: try again now, or find out whether what seems to be open still is. */
  hurry(): void {
    if (this.#ended) return;
    if (this.#heartbeat !== undefined) return this.#probe();
    this.#drop();
    this.open();
  }

  #probe(): void {
    const before = this.#heard;
    this.#write({ type: "ping" });
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#heard === before) this.#lost(1006, "");
    }, ANSWER);
  }

  /** Begin anew after it was closed for good. */
  again(): void {
    this.#ended = false;
    this.#tries = 0;
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
    const message = JSON.parse(text) as S;
    const common = message as unknown as Common;
    if (common.type === "ack" || common.type === "refused") this.#unanswered.delete(common.id);
    if (common.type === "closed") return common.code === RESTARTING ? this.#lost(1012, "") : this.#end(common.code);
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
    if (SESSION_OVER.has(code)) ended();
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

  #write(message: { type: string; id?: string }): void {
    // Before the socket is open nothing is written: `#opened` sends all that is unanswered.
    if (this.#heartbeat !== undefined) this.#socket?.send(JSON.stringify(message));
  }
}
