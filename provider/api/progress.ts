/** Lines about waits of more than a second: what is waited for, and how long at most. */

import { describe, type Failure } from "./errors.js";
import type { ApiRequest } from "./http.js";
import { longestLimitSeconds } from "./rate-limiter.js";

const limitedEvery = 15_000;

interface ProgressSettings {
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly log: (line: string) => void;
}

export class Progress {
  private limitedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly settings: ProgressSettings) {}

  /** So many requests wait behind a limit, the last of them for so many milliseconds. */
  limited(wait: number, requests: number): void {
    if (Date.now() < this.limitedAt + limitedEvery) return;
    const who = requests === 1 ? "1 request waits," : `${requests} requests wait, each`;
    const most = `${longestLimitSeconds / 60} minutes at most`;
    if (this.wait(wait, `the API limits requests (429); ${who} for ${most}`)) this.limitedAt = Date.now();
  }

  /** Between the attempt that failed, the first of which is 0, and the next. */
  repeat(request: ApiRequest, attempt: number, wait: number, failure: Failure): void {
    const most = `${this.settings.timeoutSeconds} s at most`;
    this.wait(wait, `${named(request)} ${describe(failure)}; ${this.attempt(attempt + 1)}, ${most}`);
  }

  /** Until the response has come: after 10 s, and then every 30 s. */
  async response<T>(request: ApiRequest, attempt: number, response: Promise<T>): Promise<T> {
    const { timeoutSeconds, maxRetries, log } = this.settings;
    // A POST is sent again only where its connection was never made.
    const mayFollow = attempt > 0 || request.method === "PATCH";
    const which = maxRetries > 0 && mayFollow ? `; ${this.attempt(attempt)}` : "";
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 10;
      if (seconds % 30 !== 10 || seconds >= timeoutSeconds) return;
      const time = `${seconds} s so far, ${timeoutSeconds} s at most`;
      log(`waiting for the response to ${named(request)}, ${time}${which}`);
    }, 10_000).unref();
    try {
      return await response;
    } finally {
      clearInterval(timer);
    }
  }

  /** @returns whether the wait is long enough for a line */
  private wait(milliseconds: number, reason: string): boolean {
    if (milliseconds <= 1000) return false;
    this.settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
    return true;
  }

  private attempt(attempt: number): string {
    return `attempt ${attempt + 1} of ${this.settings.maxRetries + 1}`;
  }
}

/** With the id of what is changed, as in the request's path; the name of what is created can be a secret. */
function named({ operation, method, path }: ApiRequest): string {
  return method === "PATCH" ? `${operation} ${encodeURIComponent(path.at(-1) ?? "")}` : operation;
}
