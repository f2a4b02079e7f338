import type { JsonObject } from "../../../provider/api/http/json.js";
import type { Fault, FaultySandbox } from "../../faults/index.js";

/** A fault of a place, arranged by that place's controls. */
export interface MatrixFault<Controls> extends ExpectedOutcome {
  readonly arrange?: (controls: Controls) => unknown;
}

export interface ExpectedOutcome {
  readonly name: string;
  /** A 2xx response has the id, or only one to a POST does: the created resource must not be lost. */
  readonly carriesId?: true | "POST";
  /** The API cannot have processed the first request: a POST may be sent again. */
  readonly unprocessed?: true;
  /** How many attempts get no response: each lasts until it times out. */
  readonly silent?: number;
}

/** Where a host process sends its requests. */
export interface Place<Controls> {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly controls: Controls;
  reset(): Promise<void>;
  countRequests(): number;
  /** Whether the API has applied the inputs. Their name shows it. */
  hasHappened(inputs: JsonObject): boolean;
  /** Waits until this many attempts wait for a response that never comes. */
  waitForAttempts(attempts: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export const token = "marker-of-the-token";

/** Lists faults by name. A single fault applies to every request, a list to the first requests in turn. */
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
