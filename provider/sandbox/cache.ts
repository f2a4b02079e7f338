/** What a response shows of a cache. */

import type { Account, StoredResource } from "./account.js";
import { showEnvironment } from "./environment.js";
import { type Envelope, linkToMany, sandboxTime } from "./resource.js";

/** The password of every cache. Tests search for it in all places where it must not be. */
export const cachePassword = "sandbox-password";

/** The environments that use the cache are included with all that they hold, so also with their variables. */
export function showCache({ id, values }: StoredResource, account: Account): Envelope {
  const environments = account.resources.environments.filter((one) => one.values.cacheId === id);
  const ids = environments.map((environment) => environment.id);
  const data = {
    id,
    type: "caches",
    attributes: {
      name: values.name ?? null,
      type: "vendor_redis",
      status: "creating",
      region: "us-east-1",
      size: values.size ?? null,
      auto_upgrade_enabled: values.autoUpgradeEnabled ?? true,
      is_public: values.isPublic ?? false,
      eviction_policy: values.evictionPolicy ?? "allkeys-lru",
      uses_hibernation: values.usesHibernation ?? false,
      hibernation_timeout: values.hibernationTimeout ?? 15,
      created_at: sandboxTime,
      connection: {
        hostname: `${id}.sandbox.test`,
        port: 6379,
        protocol: "redis",
        // The API does not document the key of this object.
        credentials: { username: "sandbox", password: cachePassword },
      },
    },
    relationships: { environments: linkToMany("environments", ids) },
  };
  const included = environments.map((environment) => {
    // Not the address of the sandbox: its port differs from run to run, and outputs should not.
    const self = { href: `https://sandbox.test/environments/${environment.id}`, rel: "self", meta: {} };
    return { ...showEnvironment(environment).data, links: { self } };
  });
  return { data, included };
}
