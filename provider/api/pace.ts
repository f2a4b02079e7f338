/**
 * How fast requests may leave after the API has said 429: nothing leaves until the wait is over, then at the pace of
 * TCP CUBIC, which nears the last known limit quickly, stays by it and then looks for a higher one. Its clock stops
 * while nothing is held back, because a rate that was not tried says nothing about the limit. Before the first 429 there is
 * no limit. Pure: time is handed in, in milliseconds.
 */
export class Pace {
  /** Requests a second that the API took at best; undefined until the first 429. */
  private ceiling: number | undefined;
  private closed = false;
  private accepted = 0;
  private openedAt: number | undefined;
  /** For how long nothing was held back since. */
  private idle = 0;
  private closedAt = 0;
  private opensAt = 0;
  private nextAt = 0;

  /** When the next request may leave. */
  next(now: number): number {
    return Math.max(now, this.opensAt, this.nextAt);
  }

  /** When the last of so many may leave, as far as is known. */
  last(requests: number, now: number): number {
    const between = this.ceiling === undefined ? 0 : 1000 / this.ceiling;
    return this.next(now) + (requests - 1) * between;
  }

  /** A request leaves. */
  leave(now: number): void {
    if (this.closed || this.openedAt === undefined) this.open(now);
    else this.idle += Math.max(0, now - this.nextAt - (this.ceiling === undefined ? second : 0));
    this.nextAt = now + (this.ceiling === undefined ? 0 : 1000 / this.rate(this.ceiling, now));
  }

  /** The API took a request. */
  accept(): void {
    this.accepted += 1;
  }

  /** The API said 429 to a request that had left at `leftAt`. Those that had left together count once. */
  limit(leftAt: number, now: number, wait: number): void {
    this.opensAt = Math.max(this.opensAt, now + wait);
    if (this.closed || leftAt < (this.openedAt ?? 0)) return;
    this.closed = true;
    this.closedAt = now;
    if (this.ceiling !== undefined) this.ceiling = this.rate(this.ceiling, leftAt);
  }

  private open(now: number): void {
    // The first limit is not known. Limits are mostly counted by the second, so what the API took before its first
    // 429 is taken for the share of a second at least, and only a gap of more than a second counts as a pause.
    if (this.closed && this.openedAt !== undefined) {
      const time = Math.max(this.closedAt - this.openedAt - this.idle, second);
      this.ceiling ??= Math.max(slowest, (this.accepted * 1000) / time);
    }
    this.closed = false;
    this.openedAt = now;
    this.idle = 0;
    this.accepted = 0;
  }

  private rate(ceiling: number, now: number): number {
    const time = (now - this.idle - (this.openedAt ?? now)) / plateauAt - 1;
    return Math.max(slowest, ceiling * (1 + stepBack * time ** 3));
  }
}

const second = 1000;
/** Share of the last known limit that is given up after a 429. */
const stepBack = 0.15;
/** Milliseconds after which the last known limit is reached again. */
const plateauAt = 4000;
/** Requests a second, however little the API took. */
const slowest = 0.5;
