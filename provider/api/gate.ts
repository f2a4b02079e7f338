/** The one way out for all requests of a process: in the order in which they came, at the pace that the API takes. */

import { Pace } from "./pace.js";

/** Longest time for which limits hold a request back, all its attempts together. */
export const longestLimitSeconds = 600;

/** A request at the gate, with all its attempts. Its place in the order stays its own when it has to come back. */
export interface Pass {
  readonly order: number;
  leftAt: number;
  /** Milliseconds for which limits may still hold it back. */
  patience: number;
  /** When that time is over; never, while no limit holds it back. */
  until: number;
}

interface Waiter {
  readonly pass: Pass;
  readonly settle: (mayLeave: boolean) => void;
}

const reportEvery = 1000;

export class Gate {
  private readonly pace = new Pace();
  private waiting: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private reports: NodeJS.Timeout | undefined;
  private arrivals = 0;

  /** @param tell takes, as far as is known, after how many milliseconds the last of those who wait leaves; and how many wait */
  constructor(private readonly tell: (wait: number, requests: number) => void) {}

  pass(): Pass {
    this.arrivals += 1;
    return {
      order: this.arrivals,
      leftAt: 0,
      patience: longestLimitSeconds * 1000,
      until: Number.POSITIVE_INFINITY,
    };
  }

  /** Resolves to true when the request may leave, to false when limits have held it back for the longest time. */
  enter(pass: Pass, now = Date.now()): Promise<boolean> {
    return new Promise((settle) => {
      const later = this.waiting.findIndex((other) => other.pass.order > pass.order);
      this.waiting.splice(later < 0 ? this.waiting.length : later, 0, { pass, settle });
      this.release(now);
    });
  }

  /** The API said 429 to this request, which enters again. */
  comeBack(pass: Pass, wait: number): Promise<boolean> {
    const now = Date.now();
    this.pace.limit(pass.leftAt, now, wait);
    hold(pass, now);
    return this.enter(pass, now);
  }

  /** No limit stopped this request, however it ended. */
  accept(pass: Pass): void {
    this.pace.accept();
    // The time on the way was no wait for a limit.
    pass.patience = Math.min(pass.patience, pass.until - pass.leftAt);
    pass.until = Number.POSITIVE_INFINITY;
  }

  private release(now: number): void {
    clearTimeout(this.timer);
    for (const { settle } of this.waiting.filter(({ pass }) => pass.until <= now)) settle(false);
    this.waiting = this.waiting.filter(({ pass }) => pass.until > now);
    while (this.pace.next(now) <= now) {
      const first = this.waiting.shift();
      if (first === undefined) break;
      first.pass.leftAt = now;
      this.pace.leave(now);
      first.settle(true);
    }
    this.watch(now);
  }

  /** For those who still wait. */
  private watch(now: number): void {
    if (this.waiting.length === 0) {
      clearInterval(this.reports);
      this.reports = undefined;
      return;
    }
    for (const { pass } of this.waiting) hold(pass, now);
    const next = Math.min(this.pace.next(now), ...this.waiting.map(({ pass }) => pass.until));
    this.timer = setTimeout(() => this.release(Date.now()), next - now);
    this.reports ??= setInterval(() => this.report(Date.now()), reportEvery).unref();
    this.report(now);
  }

  private report(now: number): void {
    this.tell(this.pace.last(this.waiting.length, now) - now, this.waiting.length);
  }
}

/** A limit holds the request back; since when, its first call says. */
function hold(pass: Pass, now: number): void {
  pass.until = Math.min(pass.until, now + pass.patience);
}
