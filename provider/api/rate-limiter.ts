/** Lets the requests of a process go: in the order in which they came, at the pace that the API takes. */

import { Pace } from "./pace.js";

/** Longest time for which limits hold a request back, all its attempts together. */
export const longestLimitSeconds = 600;

/** A request at the limiter, with all its attempts. Its place in the order stays its own when it has to come back. */
export interface Ticket {
  readonly order: number;
  leftAt: number;
  /** Until when limits may hold it back; never, while none has. */
  until: number;
  /** Lets it leave, or sends it away, while it waits. */
  settle: (mayLeave: boolean) => void;
}

export class RateLimiter {
  readonly pace = new Pace();
  private waiting: Ticket[] = [];
  private timer: NodeJS.Timeout | undefined;
  private arrivals = 0;

  /**
   * @param cancelled once it is aborted, nothing leaves any more
   * @param tell takes, as far as is known, after how many milliseconds the last of those who wait leaves; and how many wait
   */
  constructor(
    private readonly cancelled: AbortSignal,
    private readonly tell: (wait: number, requests: number) => void,
  ) {
    cancelled.addEventListener("abort", () => this.release());
  }

  ticket(): Ticket {
    this.arrivals += 1;
    return { order: this.arrivals, leftAt: 0, until: Number.POSITIVE_INFINITY, settle: () => {} };
  }

  /** Resolves to true when the request may leave, to false when limits have held it back for the longest time, or when cancelled. */
  enter(ticket: Ticket): Promise<boolean> {
    return new Promise((settle) => {
      ticket.settle = settle;
      this.waiting = [...this.waiting, ticket].sort((one, other) => one.order - other.order);
      this.release();
    });
  }

  /** The API said 429 to this request. True when it may enter again, false when limits have held it back for the longest time. */
  limit(ticket: Ticket, wait: number): boolean {
    this.pace.limit(ticket.leftAt, Date.now(), wait);
    return hold(ticket);
  }

  private release(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    for (const ticket of this.waiting.splice(0)) {
      if (this.cancelled.aborted) ticket.settle(false);
      else if (this.pace.next(now) <= now) {
        ticket.leftAt = now;
        this.pace.leave(now);
        ticket.settle(true);
      } else if (hold(ticket)) this.waiting.push(ticket);
      else ticket.settle(false);
    }
    if (this.waiting.length === 0) return;
    const next = Math.min(this.pace.next(now), ...this.waiting.map(({ until }) => until));
    this.timer = setTimeout(() => this.release(), next - now);
    this.tell(this.pace.last(this.waiting.length, now) - now, this.waiting.length);
  }
}

/** A limit holds the request back, unless that has taken the longest time; since when, its first call says. */
function hold(ticket: Ticket): boolean {
  ticket.until = Math.min(ticket.until, Date.now() + longestLimitSeconds * 1000);
  return ticket.until > Date.now();
}
