import { Line } from "./line.svelte";
import type { RoomCommand, RoomInfo, RoomMessage } from "./protocol";

/** Something that was said or that happened among the people of a room. */
export interface Word {
  number: number;
  /** `said` a phrase or an emote, or a `notice`. */
  kind: "said" | "notice";
  what: string;
  seat: number;
  name: string;
}

const KEPT = 50;

/** A room as it is now. */
export class Room {
  info = $state.raw<RoomInfo | null>(null);
  words = $state.raw<Word[]>([]);
  /** The seat that the host offers the viewer, null for none. */
  offer = $state<number | null>(null);
  readonly line: Line<RoomMessage, RoomCommand>;
  #said = 0;

  constructor(id: string) {
    this.line = new Line<RoomMessage, RoomCommand>(`rooms/${id}`, (message) => this.#receive(message));
  }

  #receive(message: RoomMessage): void {
    if (message.type === "room") this.info = message.room;
    else if (message.type === "offered") this.offer = message.seat;
    else if (message.type === "notice") this.#hear("notice", message.code, message.seat, message.name);
    else if (message.type === "said") this.#hear("said", message.what, message.seat, this.info?.seats[message.seat]?.name ?? "");
  }

  #hear(kind: Word["kind"], what: string, seat: number, name: string): void {
    this.words = [...this.words, { number: ++this.#said, kind, what, seat, name }].slice(-KEPT);
  }
}
