/** Caches: the operation that updates one, and how it is shown. */

import type { JsonObject } from "../api/json.js";
import { cache as definition } from "../definitions/cache.js";
import { wireNames } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";
import { type Answer, many, now, type Resource, type Route } from "./resource.js";

/** The password of every cache, for a test to look for where it must not be. */
export const cachePassword = "sandbox-password";

interface State {
  readonly environments: Resource[];
  readonly caches: Resource[];
}

export const updateCache: Route<State> = {
  method: "PATCH",
  path: /^\/caches\/([^/]+)$/,
  definition,
  exists: ({ caches }, id) => caches.some((candidate) => candidate.id === id),
  respond(state, id, body, names) {
    const cache = state.caches.find((candidate) => candidate.id === id) as Resource;
    changeCache(cache, names, body);
    return shown(cache, state);
  },
};

/** Changes what is set and nothing else; a field that the API does not know is dropped without a word. */
function changeCache(cache: Resource, names: AllFieldNames, asked: JsonObject): void {
  const fields = wireNames(definition, names);
  for (const [argument, attribute] of Object.entries(wireNames(definition, defaultFieldNames))) {
    const value = asked[fields[argument] as string];
    if (value !== undefined) cache.attributes[attribute] = value;
  }
}

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
function shown(cache: Resource, { environments }: State): Answer {
  const { data } = cache.relationships.environments ?? { data: [] };
  const ids = Array.isArray(data) ? data.map(({ id }) => id) : [];
  const included = environments
    .filter(({ id }) => ids.includes(id))
    .map((environment) => ({ ...environment, links: { self: selfLink(environment) } }));
  return { status: 200, body: { data: cache, included } };
}

/** Not the sandbox's own address: its port differs from run to run, and outputs should not. */
function selfLink({ id, attributes }: Resource) {
  return {
    href: `https://sandbox.test/environments/${id}`,
    rel: "self",
    describedby: "https://sandbox.test/description",
    title: attributes.name,
    type: "application/json",
    hreflang: "en",
    meta: {},
  };
}
