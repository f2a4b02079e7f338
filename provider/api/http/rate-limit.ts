/** Pauses the requests of a process while the API limits them (429). */

import { setTimeout as sleep } from "node:timers/promises";

/** The longest time for which limits hold a request back, all its attempts together. */
export const longestLimitSeconds = 600;

export class RateLimit {
  /** The time at which the pause ends. All requests share it, because the API counts them together. */
  private endsAt = 0;
  private pause: Promise<void> | undefined;

  /** @param cancelled once it is aborted, the pause ends */
  constructor(private readonly cancelled: AbortSignal) {}

  /** The pause that is under way, which ends for all requests at once. Undefined while requests may leave. */
  get currentPause(): Promise<void> | undefined {
    return this.pause;
  }

  /** Lets no request leave for so many milliseconds. A pause that ends later anyway stays as it is. */
  start(milliseconds: number): void {
    this.endsAt = Math.max(this.endsAt, Date.now() + milliseconds);
    this.pause ??= this.waitForEnd();
  }

  private async waitForEnd(): Promise<void> {
    // Responses to requests that had left before the pause can still make it longer.
    while (Date.now() < this.endsAt && !this.cancelled.aborted) {
      await sleep(this.endsAt - Date.now(), undefined, { signal: this.cancelled }).catch(() => {});
    }
    this.pause = undefined;
  }
}
