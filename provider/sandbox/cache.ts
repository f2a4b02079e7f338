/** Caches: the operation that updates one, and how it is shown. */

import type { JsonObject } from "../api/json.js";
import { cache as definition } from "../definitions/cache.js";
import { many, now, type Resource, type SandboxKind } from "./model.js";

/** The password of every cache, for a test to look for where it must not be. */
export const cachePassword = "sandbox-password";

interface State {
  readonly environments: Resource[];
  readonly caches: Resource[];
}

export const caches: SandboxKind<State> = {
  definition,
  list: ({ caches }) => caches,
  included: includedEnvironments,
};

export function newCache(number: number, name: string, size: string, ...environments: string[]): Resource {
  const id = `cache-${number}`;
  return {
    id,
    type: "caches",
    attributes: {
      name,
      type: "vendor_redis",
      status: "creating",
      region: "us-east-1",
      size,
      auto_upgrade_enabled: true,
      is_public: false,
      eviction_policy: "allkeys-lru",
      uses_hibernation: false,
      hibernation_timeout: 15,
      created_at: now,
      connection: {
        hostname: `${id}.sandbox.test`,
        port: 6379,
        protocol: "redis",
        credentials: { username: "sandbox", password: cachePassword },
      },
    },
    relationships: { environments: many("environments", ...environments) },
  };
}

/** The environments that use the cache come with it, variables and all. */
function includedEnvironments(cache: Resource, { environments }: State): JsonObject[] {
  const { data } = cache.relationships.environments ?? { data: [] };
  const ids = Array.isArray(data) ? data.map(({ id }) => id) : [];
  return environments
    .filter(({ id }) => ids.includes(id))
    .map((environment) => ({ ...(environment as unknown as JsonObject), links: { self: selfLink(environment) } }));
}

/** Not the sandbox's own address: its port differs from run to run, and outputs should not. */
function selfLink({ id, attributes }: Resource) {
  return {
    href: `https://sandbox.test/environments/${id}`,
    rel: "self",
    describedby: "https://sandbox.test/description",
    title: attributes.name ?? null,
    type: "application/json",
    hreflang: "en",
    meta: {},
  };
}
