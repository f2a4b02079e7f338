/** The four operations that send requests, as the matrix runs them. */

import type { JsonObject } from "../../../provider/api/json.js";
import type { SandboxState } from "../../../provider/sandbox/index.js";
import { all } from "../arguments.js";
import type { Host } from "../host.js";

export interface Operation {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  /** What the program states. */
  readonly stated: JsonObject;
  run(host: Host): Promise<{ id: string; properties: JsonObject }>;
  /** Whether the request has taken effect. */
  happened(state: SandboxState): boolean;
}

const { application, environment, cache } = all;
const olds = { ...cache, isPublic: false };

let created = 0;

/** A process refuses a create that is identical to one whose outcome is unknown: each has a cluster of its own. */
function another<Args extends JsonObject>(args: Args): Args {
  created += 1;
  return { ...args, clusterId: `cluster-${created}` };
}

export const operations: readonly Operation[] = [
  {
    name: "create application",
    method: "POST",
    stated: application,
    run: (host) => host.create("application", another(application)),
    // The first is there for the environment.
    happened: ({ applications }) => applications.length > 1,
  },
  {
    name: "create environment",
    method: "POST",
    stated: environment,
    run: (host) => host.create("environment", another(environment)),
    happened: ({ environments }) => environments.some(({ attributes }) => attributes.name === environment.name),
  },
  {
    name: "adopt cache",
    method: "PATCH",
    stated: cache,
    run: (host) => host.create("cache", cache),
    happened: isPublic,
  },
  {
    name: "update cache",
    method: "PATCH",
    stated: cache,
    run: async (host) => ({ id: cache.cacheId, ...(await host.update("cache", cache.cacheId, olds, cache)) }),
    happened: isPublic,
  },
];

function isPublic({ caches }: SandboxState): boolean {
  return caches.some(({ id, attributes }) => id === cache.cacheId && attributes.is_public === true);
}

/** What the account holds before each operation: the application of the environment, the cache with its old settings. */
export async function prepare({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const send = (method: string, path: string, body: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await send("POST", "/applications", { name: "Shop", source_control_provider_type: "hostA" });
  await send("PATCH", `/caches/${cache.cacheId}`, {
    name: cache.name,
    auto_upgrade_enabled: cache.autoUpgradeEnabled,
    is_public: olds.isPublic,
    uses_hibernation: cache.usesHibernation,
    hibernation_timeout: cache.hibernationTimeout,
    size: cache.size,
    eviction_policy: cache.evictionPolicy,
  });
}
