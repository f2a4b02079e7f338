/** What goes wrong in one line of the matrix, and what has to hold for it. */

import type { Fault, FaultySandbox } from "../../faults/index.js";

export interface MatrixFault {
  /** As the table names it. */
  readonly name: string;
  /** Tells the front what to do wrong. */
  readonly arrange?: (front: FaultySandbox) => void;
  /** Listens in the front's place. */
  readonly listen?: () => Promise<Place>;
  /** The answer is 2xx and names what was created: it must not be lost. */
  readonly carriesId?: true;
  /** The first request cannot have been processed: a POST may be sent again. */
  readonly unprocessed?: true;
  /** Holds back what the process sends next. */
  readonly limits?: true;
  /** An attempt of it lasts until its time is over. */
  readonly late?: true;
}

/** Where the requests go instead of to the front. */
export interface Place {
  readonly url: string;
  /** Variables of the host process. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many requests have come. */
  arrived(): number;
  close(): Promise<void>;
}

/** For every request of the operation, however often it is sent. */
export function always(fault: Fault): (front: FaultySandbox) => void {
  return (front) => front.fault(fault, { times: 1000 });
}

/** An answer of the API that is not the sandbox's; only a 2xx does what was asked. */
export function status(
  code: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Extract<Fault, { kind: "answer" }> {
  return { kind: "answer", status: code, body, headers, takesEffect: code >= 200 && code < 300 };
}
