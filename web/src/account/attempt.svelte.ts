import { failureText } from "../model/problem";

/** Something that is tried once at a time: whether it runs, and what went wrong in words. */
export class Attempt {
  busy = $state(false);
  failure = $state("");
  /** Whether the latest try went well. */
  done = $state(false);

  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = "";
    this.done = false;
    try {
      await work();
      this.done = true;
    } catch (error) {
      this.failure = failureText(error);
    }
    this.busy = false;
  }
}
