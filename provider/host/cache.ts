import { cacheOutputs, cacheRequest, connectionUri, updateCache } from "../api/cache.js";
import { isObject, type Json, type JsonObject } from "../api/json.js";
import * as limits from "../api/limits.js";
import { CacheSize, EvictionPolicy } from "../enums.js";
import { flag, id, integer, list, listed, optional, text } from "./arguments.js";
import type { ResourceSpec } from "./resource.js";

/** Adopts an existing cache and keeps its settings as stated. The API cannot create or delete one. */
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
  outputs: cacheOutputs,
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
  complete(outputs, response, state) {
    const connection = merged(response.connection, state?.connection);
    const credentials = merged(response.credentials, state?.credentials);
    return {
      outputs: { ...outputs, connection, credentials, connectionUri: connectionUri(connection, credentials) },
      warnings: connectionWarnings({ connection, credentials }, response, state),
    };
  },
};

/** A cache that is being changed answers without its connection, or with null: it still has the one that was known. */
function merged(answered: Json | undefined, known: Json | undefined): Json {
  if (!isObject(answered)) return known ?? null;
  return isObject(known) ? { ...known, ...answered } : answered;
}

function connectionWarnings(
  outputs: JsonObject,
  response: JsonObject,
  state: JsonObject | undefined,
): string[] {
  const status = typeof response.status === "string" ? ` (status "${response.status}")` : "";
  const ready = "Change triggers once the cache is ready: that update reads";
  if (outputs.connection === null) {
    // An update that does not speak of the connection says nothing new.
    if (state !== undefined && response.connection !== null) return [];
    return [
      `the API has no connection yet${status}: connection, credentials and connectionUri are null. ${ready} them`,
    ];
  }
  const kept = Object.keys(outputs).find((name) => response[name] === null && outputs[name] !== null);
  return kept === undefined
    ? []
    : [`the API answered null for ${kept}${status}; the output keeps its known value. ${ready} it again`];
}
