/** The model of caches: which ones the account has, and what they show. */

import type { JsonObject } from "../api/http/json.js";
import { cache as definition } from "../definitions/cache.js";
import {
  type CreateRequest,
  type ListResources,
  linkToMany,
  linkToOne,
  listLinkedIds,
  type Resource,
  type ResourceModel,
  type Seed,
  sandboxTime,
} from "./model.js";

/** The password of every cache. Tests search for it in all places where it must not be. */
export const cachePassword = "sandbox-password";

export const caches: ResourceModel = {
  definition,
  prefix: "cache",
  listSeeds,
  create: makeCache,
  listIncluded: listIncludedEnvironments,
};

const defaults: Readonly<Record<string, JsonObject>> = {
  "cache-1": { name: "sessions", size: "250mb" },
  "cache-2": { name: "pages", size: "valkey-pro.1gb" },
  "cache-3": { name: "queue", size: "managed.cache.t4g.small" },
};

/**
 * Lists the caches of the account, because the API has no operation that makes one. Ids that are given take the place of the
 * default ones, so that the account holds what the program under test adopts, and nothing else. `usedBy` is no field of the
 * API: it names the environment that uses the first cache.
 */
function listSeeds(ids: readonly string[] = Object.keys(defaults)): Seed[] {
  return ids.map((id, index) => ({
    id,
    fields: { name: "cache", size: "250mb", ...defaults[id], ...(index === 0 ? { usedBy: "env-0" } : {}) },
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

function makeCache({ id, fields: { name = null, size = null, usedBy }, listResources }: CreateRequest) {
  const users = listResources("environments").filter((environment) => environment.id === usedBy);
  for (const { relationships } of users) relationships.cache = linkToOne("caches", id);
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
      created_at: sandboxTime,
      connection: {
        hostname: `${id}.sandbox.test`,
        port: 6379,
        protocol: "redis",
        credentials: { username: "sandbox", password: cachePassword },
      },
    },
    relationships: { environments: linkToMany("environments", ...users.map(({ id }) => id)) },
  };
}

/** Lists the environments that use the cache, with all that they hold, so also with their variables. */
function listIncludedEnvironments(cache: Resource, listResources: ListResources): JsonObject[] {
  const ids = listLinkedIds(cache.relationships.environments);
  return listResources("environments")
    .filter(({ id }) => ids.includes(id))
    .map((environment) => ({ ...(environment as unknown as JsonObject), links: { self: makeSelfLink(environment) } }));
}

/** Makes the link to an environment. It does not have the sandbox's address, whose port differs from run to run: outputs should not. */
function makeSelfLink({ id, attributes }: Resource) {
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
