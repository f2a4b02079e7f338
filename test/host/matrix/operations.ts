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

let clusterCount = 0;

/** Adds a cluster that no other create has: a process refuses a create that is identical to one whose outcome is unknown. */
function addCluster(inputs: JsonObject): JsonObject {
  clusterCount += 1;
  return { ...inputs, clusterId: `cluster-${clusterCount}` };
}

/** Removes the cluster, which differs from one create to the next, the mark of the format, and what is null. */
export function removeCluster({ clusterId: _, __set: __, ...properties }: JsonObject): JsonObject {
  return dropNulls(properties);
}

export const operations: readonly Operation[] = [
  {
    name: "create application",
    method: "POST",
    inputs: application,
    run: (host) => host.create("application", addCluster(application)),
  },
  {
    name: "create environment",
    method: "POST",
    inputs: environment,
    run: (host) => host.create("environment", addCluster(environment)),
  },
  { name: "adopt cache", method: "PATCH", inputs: cache, run: (host) => host.create("cache", cache) },
  {
    name: "update cache",
    method: "PATCH",
    inputs: news,
    run: async (host) => ({ id: "cache-1", ...(await host.update("cache", "cache-1", olds, news)) }),
  },
];
