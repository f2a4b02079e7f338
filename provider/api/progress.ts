/** Lines about waits of more than a second: what is waited for, and how long at most. */

import { describe, type Failed } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import { longestLimitSeconds } from "./rate-limiter.js";

export class Progress {
  /** Until when a line of this topic is not said again. */
  private readonly quietUntil = new Map<string, number>();

  constructor(private readonly settings: Pick<ClientSettings, "timeoutSeconds" | "maxRetries" | "log">) {}

  /** So many requests wait behind a limit, the last of them for so many milliseconds. */
  limited(wait: number, requests: number): void {
    const who = requests === 1 ? "1 request waits," : `${requests} requests wait, each`;
    const most = `${longestLimitSeconds / 60} minutes at most`;
    this.wait(wait, `the API limits requests (429); ${who} for ${most}`, "limit", 15_000);
  }

  /** Between the attempt that failed, the first of which is 0, and the next. */
  repeat({ operation, method, path }: ApiRequest, attempt: number, wait: number, { failure, effect }: Failed): void {
    const { maxRetries, timeoutSeconds } = this.settings;
    // Where no connection is made, which no request can have left on, all requests of the process meet the same.
    if (effect === "none" && "address" in failure) {
      const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
      const each = `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`;
      this.wait(wait, `${failure.address} cannot be reached ${how}; ${each}`, "outage", Number.POSITIVE_INFINITY);
      return;
    }
    // With the id of what is changed, as in the request's path; the name of what is created can be a secret.
    const id = path.split("?", 1)[0]?.split("/").at(-1);
    const request = method === "POST" ? operation : `${operation} ${id}`;
    const next = `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
    this.wait(wait, `${request} ${describe(failure)}; ${next}`);
  }

  /** @param quiet for how many milliseconds the topic has no other line */
  private wait(milliseconds: number, reason: string, topic = "", quiet = 0): void {
    if (milliseconds <= 1000 || Date.now() < (this.quietUntil.get(topic) ?? 0)) return;
    this.quietUntil.set(topic, Date.now() + quiet);
    this.settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  }
}
