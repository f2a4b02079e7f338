/** Lets the requests of a process leave in the order in which they came, at the pace that the API takes. */

import { Pace } from "./pace.js";

/** The longest time for which limits hold a request back, all its attempts together. */
export const longestLimitSeconds = 600;

/** The turn of a request, for all its attempts: a request that has to come back keeps its place in the order. */
export interface Turn {
  readonly order: number;
  leftAt: number;
  /** The time at which the request gives up. Infinite until a limit holds the request back for the first time. */
  givesUpAt: number;
  /** Ends the wait of the request: it leaves, or is sent away. */
  endWait: (mayLeave: boolean) => void;
}

export class RateLimiter {
  readonly pace = new Pace();
  private waiting: Turn[] = [];
  private timer: NodeJS.Timeout | undefined;
  private turnCount = 0;

  /**
   * @param cancelled once it is aborted, nothing leaves any more
   * @param logLimit takes after how many milliseconds the last request that waits may leave, and how many requests wait
   */
  constructor(
    private readonly cancelled: AbortSignal,
    private readonly logLimit: (wait: number, count: number) => void,
  ) {
    cancelled.addEventListener("abort", () => this.endWaits());
  }

  /** Creates the turn of a request, behind all requests that have come before. */
  createTurn(): Turn {
    this.turnCount += 1;
    return { order: this.turnCount, leftAt: 0, givesUpAt: Number.POSITIVE_INFINITY, endWait: () => {} };
  }

  /** Resolves to true when the request may leave, and to false when it has waited for the longest time or the run is cancelled. */
  waitForTurn(turn: Turn): Promise<boolean> {
    return new Promise((resolve) => {
      turn.endWait = resolve;
      this.waiting = [...this.waiting, turn].sort((one, other) => one.order - other.order);
      this.endWaits();
    });
  }

  /** Notes that the API returned 429 to this request, and wants it again after `wait` milliseconds. */
  noteLimit(turn: Turn, wait: number): void {
    this.pace.slowDown(turn.leftAt, Date.now(), wait);
    startLimit(turn);
  }

  /** Ends the wait of each request that may leave now or has to give up, and sets the timer for the others. */
  private endWaits(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    for (const turn of this.waiting.splice(0)) {
      if (this.cancelled.aborted) {
        turn.endWait(false);
      } else if (this.pace.findNextTime(now) <= now) {
        turn.leftAt = now;
        this.pace.noteDeparture(now);
        turn.endWait(true);
      } else {
        startLimit(turn);
        if (hasWaitedLongest(turn)) turn.endWait(false);
        else this.waiting.push(turn);
      }
    }
    if (this.waiting.length === 0) return;
    const next = Math.min(this.pace.findNextTime(now), ...this.waiting.map(({ givesUpAt }) => givesUpAt));
    this.timer = setTimeout(() => this.endWaits(), next - now);
    this.logLimit(this.pace.estimateLastTime(this.waiting.length, now) - now, this.waiting.length);
  }
}

/** Starts the longest time for which limits may hold the request back, unless it has started before. */
function startLimit(turn: Turn): void {
  turn.givesUpAt = Math.min(turn.givesUpAt, Date.now() + longestLimitSeconds * 1000);
}

/** Whether limits have held the request back for the longest time. */
export function hasWaitedLongest({ givesUpAt }: Turn): boolean {
  return givesUpAt <= Date.now();
}
