/** The one way out for all requests of a process: in the order in which they came, at the pace that the API takes. */

import { Pace } from "./pace.js";

/** A request at the gate. Its place in the order stays its own when it has to come back. */
export interface Pass {
  readonly order: number;
  leftAt: number;
}

interface Waiter {
  readonly pass: Pass;
  readonly until: number;
  readonly settle: (mayLeave: boolean) => void;
}

export class Gate {
  private readonly pace = new Pace();
  private readonly waiting: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private arrivals = 0;

  pass(): Pass {
    this.arrivals += 1;
    return { order: this.arrivals, leftAt: 0 };
  }

  /** Resolves to true when the request may leave, to false when its turn has not come by `until`. */
  enter(pass: Pass, until: number): Promise<boolean> {
    return new Promise((settle) => {
      const later = this.waiting.findIndex((other) => other.pass.order > pass.order);
      this.waiting.splice(later < 0 ? this.waiting.length : later, 0, { pass, until, settle });
      this.release();
    });
  }

  accept(): void {
    this.pace.accept();
  }

  /**
   * The API said 429 to this request.
   *
   * @returns how many requests now wait, if it was this answer that closed the gate
   */
  limit(pass: Pass, wait: number): number | undefined {
    return this.pace.limit(pass.leftAt, Date.now(), wait) ? this.waiting.length + 1 : undefined;
  }

  private release(): void {
    clearTimeout(this.timer);
    for (let first = this.waiting[0]; first !== undefined; first = this.waiting[0]) {
      const now = Date.now();
      const next = this.pace.next(now);
      const mayLeave = next <= now;
      if (!mayLeave && first.until > now) {
        this.timer = setTimeout(() => this.release(), Math.min(next, first.until) - now);
        return;
      }
      this.waiting.shift();
      if (mayLeave) {
        first.pass.leftAt = now;
        this.pace.leave(now);
      }
      first.settle(mayLeave);
    }
  }
}
