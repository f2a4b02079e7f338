/** A clock for tests that would wait: while one waits for an end, time passes as fast as events allow. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

const step = 10;

export function useFastTime(): void {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] }));
  afterEach(() => mock.timers.reset());
}

/** Lets time pass in small steps, so that what one step sets off can act in the next, until the work has ended. */
export async function passing<T>(work: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  while (!ended) {
    await turn();
    mock.timers.tick(step);
  }
  return work;
}
