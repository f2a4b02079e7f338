/** The caches. A new account has some, because the API can't create one. */

import type { JsonObject } from "../api/http/json.js";
import { cache as definition } from "../definitions/cache.js";
import { type Account, type AccountResource, linkToMany, type Model, sandboxTime } from "./account.js";
import { environment } from "./environment.js";

/** The password of every cache. Tests search for it where it must not appear. */
export const cachePassword = "sandbox-password";

function show({ id }: AccountResource, account: Account) {
  const environments = account.list("environments").filter((one) => one.values.cacheId === id);
  const ids = environments.map((one) => one.id);
  return {
    attributes: {
      type: "vendor_redis",
      status: "creating",
      region: "us-east-1",
      created_at: sandboxTime,
      connection: {
        hostname: `${id}.sandbox.test`,
        port: 6379,
        protocol: "redis",
        // The API doesn't document this key.
        credentials: { username: "sandbox", password: cachePassword },
      },
    },
    relationships: { environments: linkToMany("environments", ids) },
    included: environments.map((one) => {
      // The port of the sandbox differs from run to run, and outputs should not.
      const href = `https://sandbox.test/environments/${one.id}`;
      const self = { href, rel: "self", describedby: href, title: one.id, type: "text/html", hreflang: "en", meta: {} };
      return { ...account.show(one).data, links: { self } };
    }),
  };
}

/** Only Valkey caches have an eviction policy. The API doesn't document what marks one; here, it's the size. */
function findErrors(update: JsonObject, updated: JsonObject): Record<string, string[]> {
  const isValkey = String(updated.size).startsWith("valkey");
  if (isValkey || update.evictionPolicy === undefined) return {};
  return { eviction_policy: ["eviction_policy is available only for a Valkey cache."] };
}

const defaults: JsonObject = {
  size: "250mb",
  autoUpgradeEnabled: true,
  isPublic: false,
  evictionPolicy: "allkeys-lru",
  usesHibernation: false,
  hibernationTimeout: 15,
};

const firstCaches: Readonly<Record<string, JsonObject>> = {
  "cache-1": { name: "sessions" },
  "cache-2": { name: "pages", size: "valkey-pro.1gb" },
  "cache-3": { name: "queue", size: "managed.cache.t4g.small" },
};

function addFirst(account: Account): void {
  const ids = account.cacheIds ?? Object.keys(firstCaches);
  for (const id of ids) account.add(cache, { name: "cache", ...defaults, ...firstCaches[id] }, id);
  const [cacheId = null] = ids;
  // Its application doesn't exist, so a test finds only the applications that its program created.
  account.add(
    environment,
    { applicationId: "app-0", name: "seeded", branch: "main", buildCommand: "npm run build", cacheId },
    "env-0",
  );
}

export const cache: Model = { definition, idPrefix: "cache", show, findErrors, addFirst };
