/** Lines about waits of more than a second: what is waited for, and how long at most. */

import { describe, type Failed } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import { longestLimitSeconds } from "./rate-limiter.js";

const limitedEvery = 15_000;

export class Progress {
  private limitedAt = Number.NEGATIVE_INFINITY;
  private saidUnreachable = false;

  constructor(private readonly settings: Pick<ClientSettings, "timeoutSeconds" | "maxRetries" | "log">) {}

  /** So many requests wait behind a limit, the last of them for so many milliseconds. */
  limited(wait: number, requests: number): void {
    if (Date.now() < this.limitedAt + limitedEvery) return;
    const who = requests === 1 ? "1 request waits," : `${requests} requests wait, each`;
    const most = `${longestLimitSeconds / 60} minutes at most`;
    if (this.wait(wait, `the API limits requests (429); ${who} for ${most}`)) this.limitedAt = Date.now();
  }

  /** Between the attempt that failed, the first of which is 0, and the next. */
  repeat({ operation, method, path }: ApiRequest, attempt: number, wait: number, failed: Failed): void {
    const { maxRetries, timeoutSeconds } = this.settings;
    const outage = unreachable(failed);
    if (outage !== undefined) {
      // All requests of the process meet the same.
      if (this.saidUnreachable) return;
      const each = `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`;
      this.saidUnreachable = this.wait(wait, `${outage}; ${each}`);
      return;
    }
    // With the id of what is changed, as in the request's path; the name of what is created can be a secret.
    const id = path.split("?", 1)[0]?.split("/").at(-1);
    const request = method === "POST" ? operation : `${operation} ${id}`;
    const next = `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
    this.wait(wait, `${request} ${describe(failed.failure)}; ${next}`);
  }

  /** @returns whether the wait is long enough for a line */
  private wait(milliseconds: number, reason: string): boolean {
    if (milliseconds <= 1000) return false;
    this.settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
    return true;
  }
}

/** Where no connection is made, which no request can have left on. */
function unreachable({ failure, effect }: Failed): string | undefined {
  if (effect === "unknown") return undefined;
  if (failure.kind === "connection") return `${failure.address} cannot be reached (${failure.detail})`;
  if (failure.kind === "timeout") return `${failure.address} cannot be reached within ${failure.seconds} s`;
  return undefined;
}
