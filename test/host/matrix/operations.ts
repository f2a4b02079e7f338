/** The four operations that send requests, as the matrix runs them. */

import type { JsonObject } from "../../../provider/api/json.js";
import { all, known, required } from "../arguments.js";
import type { Host } from "../host.js";

export interface Operation {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  /** What the program sets; its name is one that nothing else in the account has. */
  readonly inputs: JsonObject;
  run(host: Host): Promise<{ id: string; properties: JsonObject }>;
}

const application = { ...all.application, name: "Store" };
const { environment } = all;
const cache = { ...all.cache, name: "renamed" };
const olds = required.cache;
const news = { ...olds, name: "renamed" };

let created = 0;

/** A process refuses a create that is identical to one whose outcome is unknown: each has a cluster of its own. */
function another(inputs: JsonObject): JsonObject {
  created += 1;
  return { ...inputs, clusterId: `cluster-${created}` };
}

/** The cluster differs from one create to the next. */
export function withoutCluster({ clusterId: _, ...properties }: JsonObject): JsonObject {
  return known(properties);
}

export const operations: readonly Operation[] = [
  {
    name: "create application",
    method: "POST",
    inputs: application,
    run: (host) => host.create("application", another(application)),
  },
  {
    name: "create environment",
    method: "POST",
    inputs: environment,
    run: (host) => host.create("environment", another(environment)),
  },
  { name: "adopt cache", method: "PATCH", inputs: cache, run: (host) => host.create("cache", cache) },
  {
    name: "update cache",
    method: "PATCH",
    inputs: news,
    run: async (host) => ({ id: "cache-1", ...(await host.update("cache", "cache-1", olds, news)) }),
  },
];
