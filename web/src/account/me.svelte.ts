import { enterAsGuest, fetchMe } from "../model/api";
import type { Person } from "../model/protocol";

/** Who plays here: null for nobody yet. */
class Me {
  person = $state.raw<Person | null>(null);
  /** Whether the server has been asked. */
  asked = $state(false);

  async begin(): Promise<void> {
    if (!this.asked) await this.ask();
  }

  async ask(): Promise<void> {
    this.person = await fetchMe();
    this.asked = true;
  }

  async enter(name: string): Promise<void> {
    this.person = await enterAsGuest(name);
    this.asked = true;
  }
}

export const me = new Me();
