/** What goes wrong in one line of the matrix, and what has to hold for it. */

import type { JsonObject } from "../../../provider/api/json.js";
import type { Fault, FaultySandbox } from "../../faults/index.js";

/** A fault of a place, which is told by its controls. */
export interface MatrixFault<Controls> extends Expected {
  readonly arrange?: (controls: Controls) => unknown;
}

export interface Expected {
  /** As the table names it. */
  readonly name: string;
  /** The answer is 2xx and names what was created: it must not be lost. */
  readonly carriesId?: true;
  /** The first request cannot have been processed: a POST may be sent again. */
  readonly unprocessed?: true;
  /** Holds back what the process sends next. */
  readonly limits?: true;
  /** So many attempts are never answered: each lasts until its time is over. */
  readonly silent?: number;
}

/** Where a host process sends its requests. */
export interface Place<Controls> {
  readonly url: string;
  /** Variables of the host process. */
  readonly env: Readonly<Record<string, string>>;
  readonly controls: Controls;
  /** Nothing is wrong, and no request has come. */
  reset(): Promise<void>;
  /** How many requests have come. */
  requests(): number;
  /** Whether what the program sets has been done, as its name tells. */
  happened(inputs: JsonObject): boolean;
  /** Resolves when so many attempts wait for what does not come. */
  waiting(attempts: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export const token = "marker-of-the-token";

/**
 * One line for each, by its name: what the API does wrong with every request, however often it is sent, or, in a list,
 * with the first requests, one after the other.
 */
export function lines(
  faults: Readonly<Record<string, Fault | readonly Fault[]>>,
  expected: Omit<Expected, "name"> = {},
): MatrixFault<FaultySandbox>[] {
  return Object.entries(faults).map(([name, fault]) => ({
    ...expected,
    name,
    arrange: (api) => {
      if (typeof fault === "function") api.fault(fault, { lasts: true });
      else for (const one of fault) api.fault(one);
    },
  }));
}
