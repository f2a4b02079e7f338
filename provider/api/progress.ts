/** Lines about waits of more than a second: what is waited for, and how long at most. */

import { describe, type Failure } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import { longestLimitSeconds } from "./rate-limiter.js";

const limitedEvery = 15_000;

export class Progress {
  private limitedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly settings: Pick<ClientSettings, "timeoutSeconds" | "maxRetries" | "log">) {}

  /** So many requests wait behind a limit, the last of them for so many milliseconds. */
  limited(wait: number, requests: number): void {
    if (Date.now() < this.limitedAt + limitedEvery) return;
    const who = requests === 1 ? "1 request waits," : `${requests} requests wait, each`;
    const most = `${longestLimitSeconds / 60} minutes at most`;
    if (this.wait(wait, `the API limits requests (429); ${who} for ${most}`)) this.limitedAt = Date.now();
  }

  /** Between the attempt that failed, the first of which is 0, and the next. */
  repeat({ operation, method, path }: ApiRequest, attempt: number, wait: number, failure: Failure): void {
    const { maxRetries, timeoutSeconds } = this.settings;
    // With the id of what is changed, as in the request's path; the name of what is created can be a secret.
    const request = method === "PATCH" ? `${operation} ${encodeURIComponent(path.at(-1) ?? "")}` : operation;
    const next = `attempt ${attempt + 2} of ${maxRetries + 1}, ${timeoutSeconds} s at most`;
    this.wait(wait, `${request} ${describe(failure)}; ${next}`);
  }

  /** @returns whether the wait is long enough for a line */
  private wait(milliseconds: number, reason: string): boolean {
    if (milliseconds <= 1000) return false;
    this.settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
    return true;
  }
}
