import type { NoticeMessage, SaidMessage } from "./protocol";

const SAID_MS = 4500;
const NOTICE_MS = 5000;
const MOST_NOTICES = 3;

export interface Said extends SaidMessage {
  number: number;
}

export interface Noticed extends NoticeMessage {
  number: number;
}

/** The people around a table: what they say, and what is to be noticed of them; each for as long as it is worth a look. */
export class Company {
  /** The latest of each seat. */
  said = $state.raw<Said[]>([]);
  notices = $state.raw<Noticed[]>([]);
  /** Seats that nothing is heard of, until the page is left. */
  muted = $state.raw<readonly number[]>([]);
  #count = 0;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  hear(message: SaidMessage): void {
    if (this.muted.includes(message.seat)) return;
    const number = ++this.#count;
    this.said = [...this.said.filter((other) => other.seat !== message.seat), { ...message, number }];
    this.#later(() => (this.said = this.said.filter((other) => other.number !== number)), SAID_MS);
  }

  notice(message: NoticeMessage): void {
    const number = ++this.#count;
    this.notices = [...this.notices, { ...message, number }].slice(-MOST_NOTICES);
    this.#later(() => (this.notices = this.notices.filter((other) => other.number !== number)), NOTICE_MS);
  }

  mute(seat: number): void {
    this.muted = this.muted.includes(seat) ? this.muted.filter((other) => other !== seat) : [...this.muted, seat];
    this.said = this.said.filter((other) => !this.muted.includes(other.seat));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(what: () => void, time: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      what();
    }, time);
    this.#timers.add(timer);
  }
}
