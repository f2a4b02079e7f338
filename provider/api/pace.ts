/**
 * How fast requests may leave: without limit before the first 429; then nothing until the wait is over, and slower by half
 * after each 429, a little faster after each success. Pure: time is handed in, in milliseconds.
 */
export class Pace {
  /** Requests a second. */
  private rate = Number.POSITIVE_INFINITY;
  private accepted = 0;
  private slowedAt = Number.NEGATIVE_INFINITY;
  private opensAt = 0;
  private nextAt = 0;

  /** When the next request may leave. */
  next(now: number): number {
    return Math.max(now, this.opensAt, this.nextAt);
  }

  /** When the last of so many may leave, as far as is known. */
  last(requests: number, now: number): number {
    return this.next(now) + ((requests - 1) * 1000) / this.rate;
  }

  /** A request leaves. */
  leave(now: number): void {
    this.nextAt = now + 1000 / this.rate;
  }

  /** The API took a request. */
  accept(): void {
    this.accepted += 1;
    this.rate += faster;
  }

  /** The API said 429 to a request that had left at `leftAt`. Those that had left together count once. */
  limit(leftAt: number, now: number, wait: number): void {
    this.opensAt = Math.max(this.opensAt, now + wait);
    if (leftAt <= this.slowedAt) return;
    this.slowedAt = now;
    // Limits are mostly counted by the second, and a first pace that is too fast is soon halved.
    this.rate = Number.isFinite(this.rate) ? Math.max(this.rate / 2, slowest) : Math.max(this.accepted, first);
  }
}

/** In requests a second: the first pace, where the API took fewer requests before; the slowest; what each success adds. */
const first = 15;
const slowest = 0.5;
const faster = 0.2;
