/** The faults that wait for a request, and those that last. */

import type { Next, Piece, Request } from "./exchange.js";
import { type Fault, pieceOf } from "./faults.js";

/** Which requests a fault is for; by default, all. */
export interface Match {
  readonly method?: string;
  /** Of the path below the base path. */
  readonly path?: RegExp;
}

export interface On {
  /** How many matching requests it is for. Default: 1. With Infinity it lasts. */
  readonly times?: number;
  readonly match?: Match;
}

interface Entry {
  readonly piece: Piece;
  readonly match: Match;
  times: number;
}

export class FaultQueue {
  private entries: Entry[] = [];

  constructor(private readonly forward: Next) {}

  add(fault: Fault, { times = 1, match = {} }: On = {}): void {
    this.entries.push({ piece: pieceOf(fault), match, times });
  }

  clear(): void {
    this.entries = [];
  }

  /** Lasting faults are how the API is, so they stand around the one that happens to this request. */
  readonly answer: Next = (request) => {
    const chain = this.entries
      .filter((entry) => lasts(entry) && matches(entry.match, request))
      .reduceRight<Next>(
        (next, { piece }) =>
          (asked) =>
            piece(asked, next),
        this.withNext,
      );
    return chain(request);
  };

  private readonly withNext: Next = (request) => {
    const entry = this.entries.find((waiting) => !lasts(waiting) && matches(waiting.match, request));
    if (entry === undefined) return this.forward(request);
    entry.times -= 1;
    if (entry.times <= 0) this.entries = this.entries.filter((other) => other !== entry);
    return entry.piece(request, this.forward);
  };
}

function lasts({ times }: Entry): boolean {
  return times === Number.POSITIVE_INFINITY;
}

function matches({ method, path }: Match, request: Request): boolean {
  return (method === undefined || method === request.method) && (path === undefined || path.test(request.path));
}
