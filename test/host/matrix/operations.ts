/** The four operations that send requests, as the matrix runs them. */

import type { JsonObject } from "../../../provider/api/http/json.js";
import { allInputs, dropNulls, requiredInputs } from "../arguments.js";
import type { Host } from "../host.js";

export interface Operation {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  /** The arguments. Nothing else in the account has the same name. */
  readonly inputs: JsonObject;
  run(host: Host): Promise<{ id: string; properties: JsonObject }>;
}

const application = { ...allInputs.application, name: "Store" };
const { environment } = allInputs;
const cache = { ...allInputs.cache, name: "renamed" };
const olds = requiredInputs.cache;
const news = { ...olds, name: "renamed" };

let count = 0;

/**
 * Adds what no other call has: a process refuses a create that is identical to one whose outcome is unknown, and warns of a resource once.
 */
function addMark(inputs: JsonObject, name: "clusterId" | "triggers"): JsonObject {
  count += 1;
  return { ...inputs, [name]: name === "clusterId" ? `cluster-${count}` : [count] };
}

/** Removes what differs from one call to the next, the names that the program had set, and what is null. */
export function removeMarks({ clusterId: _, triggers: __, __set: ___, ...properties }: JsonObject): JsonObject {
  return dropNulls(properties);
}

export const operations: readonly Operation[] = [
  {
    name: "create application",
    method: "POST",
    inputs: application,
    run: (host) => host.create("application", addMark(application, "clusterId")),
  },
  {
    name: "create environment",
    method: "POST",
    inputs: environment,
    run: (host) => host.create("environment", addMark(environment, "clusterId")),
  },
  {
    name: "adopt cache",
    method: "PATCH",
    inputs: cache,
    run: (host) => host.create("cache", addMark(cache, "triggers")),
  },
  {
    name: "update cache",
    method: "PATCH",
    inputs: news,
    run: async (host) => {
      const marked = addMark(olds, "triggers");
      return { id: "cache-1", ...(await host.update("cache", "cache-1", marked, { ...marked, name: news.name })) };
    },
  },
];
