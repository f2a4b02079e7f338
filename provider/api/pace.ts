/** The pace after the first 429, in requests a second, unless the API took more requests than this before it. */
const firstRate = 15;
/** The pace at which further 429 slow requests down no more. */
const slowestRate = 0.5;
/** What each request that the API takes adds to the rate. */
const rateIncrease = 0.2;

/**
 * How fast requests may leave. There is no limit before the first 429. After it nothing leaves until the wait is over, and
 * then the pace halves with each 429 and rises a little with each request that the API takes. The clock is the caller's: every
 * time is a parameter, in milliseconds.
 */
export class Pace {
  /** Requests a second. */
  private rate = Number.POSITIVE_INFINITY;
  private takenCount = 0;
  private slowedAt = Number.NEGATIVE_INFINITY;
  private opensAt = 0;
  private nextAt = 0;

  /** Returns the time at which the next request may leave. */
  findNextTime(now: number): number {
    return Math.max(now, this.opensAt, this.nextAt);
  }

  /** Returns the time at which the last of `count` requests may leave, if the pace stays as it is. */
  estimateLastTime(count: number, now: number): number {
    return this.findNextTime(now) + ((count - 1) * 1000) / this.rate;
  }

  /** Notes that a request leaves. */
  noteDeparture(now: number): void {
    this.nextAt = now + 1000 / this.rate;
  }

  /** Raises the pace, because the API took a request. */
  speedUp(): void {
    this.takenCount += 1;
    this.rate += rateIncrease;
  }

  /**
   * Lowers the pace, because the API returned 429 to a request that had left at `leftAt`. Requests that left before the pace was
   * lowered say nothing of the new one, so they do not lower it again.
   */
  slowDown(leftAt: number, now: number, wait: number): void {
    this.opensAt = Math.max(this.opensAt, now + wait);
    if (leftAt <= this.slowedAt) return;
    this.slowedAt = now;
    // Limits are mostly counted by the second, so the number of requests that the API took is a fair first pace. If it is too
    // fast, the next 429 halves it.
    this.rate = Number.isFinite(this.rate)
      ? Math.max(this.rate / 2, slowestRate)
      : Math.max(this.takenCount, firstRate);
  }
}
