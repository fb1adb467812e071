import { still } from "../settings/settings.svelte";
import { Company } from "./company.svelte";
import { Connection, type ConnectionState } from "./connection";
import { texts } from "./language.svelte";
import { holdOf } from "./hold";
import { entriesOf, withPast, type LogEntry } from "./log";
import type { Details, HelpMessage, ServerMessage, SwitchName, TableMessage } from "./protocol";
import { playFor } from "./sound";
import { findVoices, speakFor } from "./speech";

const LOG_LENGTH = 300;
/** Who is asked is shown so after so many ms, whatever there was to be looked at before. */
const SOON = 250;
/** A line that comes back within so many ms is not worth a word. */
const AWAY_AFTER = 1_200;

export type { LogEntry } from "./log";

function socketAddress(id: string, watch: boolean): string {
  const address = new URL(`ws/tables/${id}${watch ? "?watch" : ""}`, document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** A message and when it came, on the clock of `performance.now()`. */
interface Heard {
  message: TableMessage;
  came: number;
}

/** A table as it is shown: the latest message whose turn has come, and what was said on the way. The server's view is the only truth. */
export class Table {
  message = $state.raw<TableMessage | null>(null);
  connection = $state<ConnectionState>("connecting");
  /** The line has been lost for longer than a moment. */
  away = $state(false);
  closed = $state<string | null>(null);
  /** An answer is on its way; nothing else can be clicked meanwhile. */
  pending = $state(false);
  /** Nothing that is clicked now would be done. */
  readonly busy = $derived(this.pending || this.away);
  refusal = $state.raw<{ code: string; detail: Details } | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** Events of the message shown, for motion. */
  latest = $state.raw<LogEntry[]>([]);
  /** When the viewer's time is up, on the clock of `performance.now()`. */
  deadline = $state<number | null>(null);
  /** The same for whoever's turn it openly is. */
  turnDeadline = $state<number | null>(null);
  /** When the next deal begins without those who are not ready. */
  nextDeadline = $state<number | null>(null);
  /** When a vote is over, and whoever has not answered has agreed. */
  voteDeadline = $state<number | null>(null);

  /** The latest that was said of the own hand; whether it is of the hand as it is now, `seq` and `deal` tell. */
  help = $state.raw<HelpMessage | null>(null);

  readonly company = new Company();

  #queue: Heard[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next message may be shown. */
  #due = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #asked: { id: string; seq: number | null } | null = null;
  #question = "";
  readonly #connection: Connection;
  readonly #back = (): void => this.#connection.hurry();

  /** Whoever watches sits nowhere. */
  constructor(id: string, watch = false) {
    this.#connection = new Connection(socketAddress(id, watch), {
      message: (message) => this.receive(message),
      state: (state, code) => {
        this.connection = state;
        this.#notice(state === "lost");
        if (code) this.closed = code;
      },
    });
  }

  open(): void {
    findVoices();
    addEventListener("online", this.#back);
    document.addEventListener("visibilitychange", this.#back);
    this.#connection.open();
  }

  close(): void {
    this.company.close();
    removeEventListener("online", this.#back);
    document.removeEventListener("visibilitychange", this.#back);
    clearTimeout(this.#timer);
    clearTimeout(this.#leaving);
    this.#connection.close();
  }

  /** Come back to a table that has closed its line to this page, such as for another one of the same player. */
  again(): void {
    this.closed = null;
    this.#connection.again();
  }

  act(action: string): void {
    if (!this.message || this.busy) return;
    const { seq, view } = this.message;
    // Numbers begin again with every deal, so the deal is named too.
    this.#ask(this.#connection.send({ type: "act", seq, deal: view.number, action }), seq);
  }

  next(): void {
    if (!this.busy) this.#ask(this.#connection.send({ type: "next" }), null);
  }

  auto(on: boolean): void {
    this.#connection.send({ type: "auto", on });
  }

  /** Have the table do one thing by itself, or no more. */
  turn(name: SwitchName, on: boolean): void {
    this.#connection.send({ type: "switch", switch: name, on });
  }

  say(what: string): void {
    this.#connection.send({ type: "say", what });
  }

  /** Give the seat up for good. */
  leave(): void {
    this.#connection.send({ type: "leave" });
  }

  /** Let a bot play on for somebody who is away. */
  replace(seat: number): void {
    this.#connection.send({ type: "replace", seat });
  }

  /** Call a vote to end the match, or answer one. */
  dissolve(agree: boolean): void {
    this.#connection.send({ type: "dissolve", agree });
  }

  /** Ask what can be said of the own hand. */
  askHelp(): void {
    this.#question = this.#connection.ask("help");
  }

  receive(message: ServerMessage): void {
    if (message.type === "table") {
      this.#line({ message, came: performance.now() });
    } else if (message.type === "ack" && message.id === this.#asked?.id) {
      // An action stays pending until the table has moved on; there is nothing more to come of the rest.
      if (this.#asked.seq === null) this.#answered();
    } else if (message.type === "refused" && message.id === this.#question) {
      // Nothing can be said now.
      this.help = null;
    } else if (message.type === "refused") {
      if (message.id === this.#asked?.id) this.#answered();
      this.refusal = { code: message.code, detail: message.detail };
    } else if (message.type === "help" && message.id === this.#question) {
      this.help = message;
    } else if (message.type === "said") {
      this.company.hear(message);
    } else if (message.type === "notice") {
      this.company.notice(message);
    } else if (message.type === "error") {
      this.#answered();
      this.refusal = { code: message.code, detail: message.detail };
    }
  }

  /** Every try to come back is lost anew; it is the first that counts. */
  #notice(lost: boolean): void {
    if (lost) {
      this.#leaving ??= setTimeout(() => (this.away = true), AWAY_AFTER);
    } else {
      clearTimeout(this.#leaving);
      this.#leaving = undefined;
      this.away = false;
    }
  }

  #ask(id: string, seq: number | null): void {
    this.#asked = { id, seq };
    this.pending = true;
    this.refusal = null;
  }

  #answered(): void {
    this.#asked = null;
    this.pending = false;
  }

  /** Put a message in line. */
  #line(next: Heard): void {
    const { message } = next;
    const last = this.#queue.at(-1);
    if (message.past) {
      // The whole truth: what waits before it is history, and in the log.
      this.#queue = [next];
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else if (message.events.length) {
      this.#queue.push(next);
    } else if (last) {
      // Only what is around the deal has changed: it is shown with what is waiting, none of which is lost.
      this.#queue[this.#queue.length - 1] = { ...next, message: { ...message, events: last.message.events } };
    } else {
      return this.#take(next);
    }
    if (this.#timer === undefined) this.#show();
    else if (asks(message)) this.#wait(Math.min(SOON, this.#due - performance.now()));
  }

  /** Let a message be the one that is shown. */
  #take({ message, came }: Heard): void {
    const { clock, turn_clock: turn, between_ms: between, vote } = message.table;
    this.message = message;
    this.deadline = clock ? came + clock.left_ms : null;
    this.turnDeadline = turn ? came + turn.left_ms : null;
    this.nextDeadline = typeof between === "number" ? came + between : null;
    this.voteDeadline = vote ? came + vote.left_ms : null;
    // Somebody's connection or a clock changes the table and not the deal: the answer is still on its way.
    if (message.past || message.seq !== this.#asked?.seq) this.#answered();
  }

  #show(): void {
    this.#timer = undefined;
    const next = this.#queue.shift();
    if (!next) return;
    const { message } = next;
    this.#take(next);
    if (message.events.length) this.refusal = null;
    if (message.past) this.log = withPast(this.log, message.past, message.view);
    this.latest = entriesOf(message.events, message.view, (this.log.at(-1)?.id ?? 0) + 1);
    if (this.latest.length) this.log = [...this.log, ...this.latest].slice(-LOG_LENGTH);
    playFor(message);
    speakFor(texts, message.view, message.events);
    if (document.hidden || still()) return this.#show();
    const time = holdOf(message, this.#queue.length);
    this.#wait(this.#queue.some((other) => asks(other.message)) ? Math.min(SOON, time) : time);
  }

  #wait(time: number): void {
    clearTimeout(this.#timer);
    this.#due = performance.now() + time;
    this.#timer = setTimeout(() => this.#show(), time);
  }
}

/** Whether the viewer is to answer a message. */
const asks = (message: TableMessage): boolean => message.view.offers.some((offer) => !offer.free);
