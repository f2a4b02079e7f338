import { cacheRequest, updateCache } from "../api/cache.js";
import type { JsonObject } from "../api/json.js";
import * as limits from "../api/limits.js";
import { CacheSize, EvictionPolicy } from "../enums.js";
import { flag, id, integer, list, listed, optional, text } from "./arguments.js";
import type { ResourceSpec } from "./resource.js";

/** Takes over an existing cache and keeps its settings as stated. The API cannot create or delete one. */
export const cache: ResourceSpec = {
  kind: "Cache",
  rules: {
    cacheId: id,
    name: text(limits.cacheName, "may only hold lowercase letters, digits, _ and -"),
    autoUpgradeEnabled: optional(flag),
    isPublic: optional(flag),
    usesHibernation: optional(flag),
    hibernationTimeout: optional(integer(limits.hibernationTimeout.min, limits.hibernationTimeout.max)),
    size: optional(listed(CacheSize, "CacheSize")),
    evictionPolicy: optional(listed(EvictionPolicy, "EvictionPolicy")),
    triggers: optional(list),
  },
  pathArgument: "cacheId",
  replacing: ["cacheId"],
  wireNames: cacheRequest,
  async create(client, stated) {
    const cacheId = String(stated.cacheId);
    return { id: cacheId, answered: await updateCache(client, cacheId, stated) };
  },
  update(client, cacheId, stated, changed) {
    // The API requires the name with every change.
    const settings: JsonObject = Object.fromEntries(
      Object.entries(stated).filter(([name]) => name === "name" || changed.includes(name)),
    );
    return updateCache(client, cacheId, settings);
  },
};
