/**
 * The account in memory: the resources that requests have made, and the requests. Ids count up and time stands still, so that the same
 * program has the same outputs each time.
 */

import type { Json, JsonObject } from "../api/http/json.js";

const idPrefixes = { applications: "app", environments: "env", caches: "cache" };
export type ResourceType = keyof typeof idPrefixes;

/** A resource as the account stores it. The file of its type writes the rest of what a response shows. */
export interface StoredResource {
  readonly id: string;
  /** The number of its id. What belongs to it, such as a deployment, has the same. */
  readonly number: number;
  /** It is made of the first name and stays, so that a new name breaks no address. */
  readonly slug: string;
  /** The values that requests have set, by the names of arguments. */
  readonly values: JsonObject;
}

/** A request that came in, and the status of the response. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base path, with its query. */
  readonly path: string;
  /** The token in `authorization` is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, the text where it is no JSON, or null where there is no body. */
  readonly body: unknown;
  readonly status: number;
}

export interface Account {
  /** The ids of the caches that it holds at first. */
  readonly cacheIds: readonly string[];
  readonly resources: Readonly<Record<ResourceType, StoredResource[]>>;
  /** The number of the next resource of each type. No id comes twice, not even after a delete. */
  readonly nextNumbers: Record<ResourceType, number>;
  readonly requests: RecordedRequest[];
}

const defaultCaches: Readonly<Record<string, JsonObject>> = {
  "cache-1": { name: "sessions", size: "250mb" },
  "cache-2": { name: "pages", size: "valkey-pro.1gb" },
  "cache-3": { name: "queue", size: "managed.cache.t4g.small" },
};

/** Creates an account with caches, because the API has no operation that creates one. An environment uses the first of them. */
export function createAccount(cacheIds: readonly string[] = Object.keys(defaultCaches)): Account {
  const account: Account = {
    cacheIds,
    resources: { applications: [], environments: [], caches: [] },
    nextNumbers: { applications: 1, environments: 0, caches: 1 },
    requests: [],
  };
  const [cacheId = null] = cacheIds;
  for (const id of cacheIds) addResource(account, "caches", { name: "cache", size: "250mb", ...defaultCaches[id] }, id);
  // Its application does not exist, so that a test finds only the applications that its program has created.
  addResource(account, "environments", { applicationId: "app-0", name: "seeded", branch: "main", cacheId });
  return account;
}

/** Replaces all that is in an account by what a new one has. */
export function resetAccount(account: Account): void {
  Object.assign(account, createAccount(account.cacheIds));
}

/** Adds a resource, whose id is the next one of its type unless one is given. */
export function addResource(account: Account, type: ResourceType, values: JsonObject, id?: string): StoredResource {
  const number = account.nextNumbers[type]++;
  const newId = id ?? `${idPrefixes[type]}-${number}`;
  const resource = { id: newId, number, slug: makeSlug(values.name) || newId, values };
  account.resources[type].push(resource);
  return resource;
}

/** Joins the ASCII letters and digits of a text by hyphens. */
export function makeSlug(text: Json | undefined): string {
  const words = String(text).match(/[a-z0-9]+/gi) ?? [];
  return words.join("-").toLowerCase();
}
