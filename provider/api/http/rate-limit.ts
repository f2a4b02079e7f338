/** Pauses the requests of a process while the API limits them (429). */

import { setTimeout as sleep } from "node:timers/promises";

/** The longest time for which limits hold a request back, all its attempts together. */
export const longestLimitSeconds = 600;

export class RateLimit {
  /** The time at which the pause ends. All requests share it, because the API counts them together. */
  private endsAt = 0;

  /** Whether no request may leave now. */
  get isPaused(): boolean {
    return Date.now() < this.endsAt;
  }

  /** Lets no request leave for so many milliseconds. A pause that ends later anyway stays as it is. */
  start(milliseconds: number): void {
    this.endsAt = Math.max(this.endsAt, Date.now() + milliseconds);
  }

  /** Waits for the end of the pause. Responses to requests that left before it can still make it longer. */
  async waitForEnd(): Promise<void> {
    while (this.isPaused) await sleep(this.endsAt - Date.now());
  }
}
