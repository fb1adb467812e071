import { enterAsGuest, fetchMe, forget, whenEnded } from "../model/api";
import type { Person } from "../model/protocol";
import { settings } from "../settings/settings.svelte";
import * as accounts from "./api";

/** Who plays here: null for nobody yet. */
class Me {
  person = $state.raw<Person | null>(null);
  /** Whether the server has been asked. */
  asked = $state(false);
  /** Whether the session was ended elsewhere, and nobody has come in since. */
  ended = $state(false);

  constructor() {
    whenEnded(() => {
      this.person = null;
      this.asked = this.ended = true;
    });
  }

  async begin(): Promise<void> {
    if (!this.asked) await this.ask();
  }

  async ask(): Promise<void> {
    this.person = await fetchMe();
    this.asked = true;
  }

  async enter(name: string): Promise<void> {
    this.#is(await enterAsGuest(name));
  }

  async rename(name: string): Promise<void> {
    this.#is(await accounts.rename(name));
  }

  async register(name: string, password: string): Promise<void> {
    this.#is(await accounts.register(name, password));
  }

  async login(name: string, password: string): Promise<void> {
    this.#is(await accounts.login(name, password));
    // Another device may have set other things.
    await settings.begin();
  }

  async logout(): Promise<void> {
    await accounts.logout();
    this.#gone();
  }

  async delete(password: string): Promise<void> {
    await accounts.deleteAccount(password);
    this.#gone();
  }

  #is(person: Person): void {
    this.person = person;
    this.asked = true;
    this.ended = false;
  }

  #gone(): void {
    forget();
    this.person = null;
  }
}

export const me = new Me();
