/** Caches: what they are at first, and how one is shown. */

import type { JsonObject } from "../api/json.js";
import { cache as definition } from "../definitions/cache.js";
import { type All, idsOf, type Made, many, now, one, type Resource, type SandboxKind, type Seed } from "./model.js";

/** The password of every cache, for a test to look for where it must not be. */
export const cachePassword = "sandbox-password";

export const caches: SandboxKind = {
  definition,
  prefix: "cache",
  listSeeds,
  create: newCache,
  included: includedEnvironments,
};

const defaults: Readonly<Record<string, JsonObject>> = {
  "cache-1": { name: "sessions", size: "250mb" },
  "cache-2": { name: "pages", size: "valkey-pro.1gb" },
  "cache-3": { name: "queue", size: "managed.cache.t4g.small" },
};

/**
 * Lists the caches of the account: the API has no operation that makes another one. The ids that are given take the place
 * of the default ones, so that an account holds what the program under test adopts and nothing else. `usedBy` is no field
 * of the API: by it the first cache is in use.
 */
function listSeeds(ids: readonly string[] = Object.keys(defaults)): Seed[] {
  return ids.map((id, index) => ({
    id,
    asked: { name: "cache", size: "250mb", ...defaults[id], ...(index === 0 ? { usedBy: "env-0" } : {}) },
  }));
}

/** Explains what is wrong with the ids of caches, if anything is. An id is one segment of a path. */
export function explainWrongIds(ids: readonly string[]): string | undefined {
  const impossible = ids.find((id) => !/^(?!\.{1,2}$)[^\s\p{Cc}]+$/u.test(id));
  if (impossible !== undefined)
    return `"${impossible}" cannot be the id of a cache: it is empty, ".", "..", or has spaces`;
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  return repeated === undefined ? undefined : `the cache "${repeated}" is given twice`;
}

function newCache({ id, asked: { name = null, size = null, usedBy }, all }: Made) {
  const users = all("environments").filter((environment) => environment.id === usedBy);
  for (const { relationships } of users) relationships.cache = one("caches", id);
  return {
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
    relationships: { environments: many("environments", ...users.map(({ id }) => id)) },
  };
}

/** The environments that use the cache come with it, variables and all. */
function includedEnvironments(cache: Resource, all: All): JsonObject[] {
  const ids = idsOf(cache.relationships.environments);
  return all("environments")
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
