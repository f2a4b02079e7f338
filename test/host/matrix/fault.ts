import type { JsonObject } from "../../../provider/api/http/json.js";
import type { Fault, FaultySandbox } from "../../faults/index.js";

/** A fault of a place. It is arranged by the controls of that place. */
export interface MatrixFault<Controls> extends ExpectedOutcome {
  readonly arrange?: (controls: Controls) => unknown;
}

export interface ExpectedOutcome {
  readonly name: string;
  /** The response is 2xx and has the id, or only that to a POST: what was created must not be lost. */
  readonly carriesId?: true | "POST";
  /** The API cannot have processed the first request: a POST may be sent again. */
  readonly unprocessed?: true;
  /** How many attempts get no response: each lasts until its time is over. */
  readonly silent?: number;
}

/** Where a host process sends its requests. */
export interface Place<Controls> {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly controls: Controls;
  reset(): Promise<void>;
  countRequests(): number;
  /** Whether the API has carried out what the program sets. The name among the inputs tells it. */
  hasHappened(inputs: JsonObject): boolean;
  /** Waits until so many attempts wait for a response that does not come. */
  waitForAttempts(attempts: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export const token = "marker-of-the-token";

/** Lists faults by name. A fault is for every request, those of a list for the first requests, one after the other. */
export function listFaults(
  faults: Readonly<Record<string, Fault | readonly Fault[]>>,
  expected: Omit<ExpectedOutcome, "name"> = {},
): MatrixFault<FaultySandbox>[] {
  return Object.entries(faults).map(([name, fault]) => ({
    ...expected,
    name,
    arrange: (api) => {
      if (typeof fault === "function") api.addFault(fault, { lasts: true });
      else for (const each of fault) api.addFault(each);
    },
  }));
}
