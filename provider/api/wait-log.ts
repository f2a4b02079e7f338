/** Writes the lines about waits of more than a second, so that a user knows what a slow run waits for, and how long at most. */

import type { FailedAttempt } from "./attempt.js";
import { describeFailure } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import { longestLimitSeconds } from "./rate-limit.js";

export class WaitLog {
  /** The time until which a topic has no other line. */
  private readonly quietUntil = new Map<string, number>();

  constructor(private readonly settings: Pick<ClientSettings, "timeoutSeconds" | "maxRetries" | "log">) {}

  /** Logs that all requests wait because of a limit. */
  logLimit(wait: number): void {
    const most = `${longestLimitSeconds / 60} minutes at most`;
    this.log(wait, `the API limits requests (429); each request waits for ${most}`, "limit", 15_000);
  }

  /** Logs the wait between the failed attempt, of which the first is 0, and the next one. */
  logRetry(
    { operation, method, path }: ApiRequest,
    attempt: number,
    wait: number,
    { failure, effect }: FailedAttempt,
  ): void {
    const { maxRetries, timeoutSeconds } = this.settings;
    // Where no connection can be made, no request has left, and all requests of the process meet the same. One line tells it.
    if (effect === "none" && "address" in failure) {
      const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
      const each = `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`;
      this.log(wait, `${failure.address} cannot be reached ${how}; ${each}`, "outage", Number.POSITIVE_INFINITY);
      return;
    }
    // The line names what exists by its id, as the path has it. It does not name what is created: the name can be a secret.
    const id = path.split("?", 1)[0]?.split("/").at(-1);
    const request = method === "POST" ? operation : `${operation} ${id}`;
    const next = `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
    this.log(wait, `${request} ${describeFailure(failure)}; ${next}`);
  }

  /** @param quiet the milliseconds for which the topic has no other line */
  private log(wait: number, reason: string, topic = "", quiet = 0): void {
    if (wait <= 1000 || Date.now() < (this.quietUntil.get(topic) ?? 0)) return;
    this.quietUntil.set(topic, Date.now() + quiet);
    this.settings.log(`waiting ${(wait / 1000).toFixed(1)} s: ${reason}`);
  }
}
