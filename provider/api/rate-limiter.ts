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
  private readonly pace = new Pace();
  private waiting: Ticket[] = [];
  private timer: NodeJS.Timeout | undefined;
  private arrivals = 0;
  private closed = false;

  /** @param tell takes, as far as is known, after how many milliseconds the last of those who wait leaves; and how many wait */
  constructor(private readonly tell: (wait: number, requests: number) => void) {}

  ticket(): Ticket {
    this.arrivals += 1;
    return { order: this.arrivals, leftAt: 0, until: Number.POSITIVE_INFINITY, settle: () => {} };
  }

  /** Lets nothing go any more, and sends those away who wait. */
  close(): void {
    this.closed = true;
    this.release(Date.now());
  }

  /** Resolves to true when the request may leave, to false when limits have held it back for the longest time, or when closed. */
  enter(ticket: Ticket, now = Date.now()): Promise<boolean> {
    return new Promise((settle) => {
      ticket.settle = settle;
      this.waiting.push(ticket);
      this.waiting.sort((one, other) => one.order - other.order);
      this.release(now);
    });
  }

  /** The API said 429 to this request, which enters again. */
  requeue(ticket: Ticket, wait: number): Promise<boolean> {
    const now = Date.now();
    this.pace.limit(ticket.leftAt, now, wait);
    hold(ticket, now);
    return ticket.until > now ? this.enter(ticket, now) : Promise.resolve(false);
  }

  /** No limit stopped a request, however it ended. */
  accept(): void {
    this.pace.accept();
  }

  private release(now: number): void {
    clearTimeout(this.timer);
    while (!this.closed && this.pace.next(now) <= now) {
      const first = this.waiting.shift();
      if (first === undefined) return;
      first.leftAt = now;
      this.pace.leave(now);
      first.settle(true);
    }
    const isOver = ({ until }: Ticket) => this.closed || until <= now;
    for (const ticket of this.waiting.filter(isOver)) ticket.settle(false);
    this.waiting = this.waiting.filter((ticket) => !isOver(ticket));
    if (this.waiting.length === 0) return;
    for (const ticket of this.waiting) hold(ticket, now);
    const next = Math.min(this.pace.next(now), ...this.waiting.map(({ until }) => until));
    this.timer = setTimeout(() => this.release(Date.now()), next - now);
    this.tell(this.pace.last(this.waiting.length, now) - now, this.waiting.length);
  }
}

/** A limit holds the request back; since when, its first call says. */
function hold(ticket: Ticket, now: number): void {
  ticket.until = Math.min(ticket.until, now + longestLimitSeconds * 1000);
}
