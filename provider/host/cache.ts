import { connectionUri, updateCache } from "../api/cache.js";
import { isObject, type Json, type JsonObject } from "../api/json.js";
import { cache as definition } from "../definitions/cache.js";
import { argumentNames } from "../definitions/definition.js";
import type { ResourceRequests } from "./resource.js";

/** Sent with every update, whatever has changed. */
const always = argumentNames(definition, (row) => row.always === true);

/** Adopts an existing cache and keeps its settings as stated. The API cannot create or delete one. */
export const cache: ResourceRequests = {
  definition,
  async create(client, inputs) {
    const cacheId = String(inputs.cacheId);
    return { id: cacheId, response: await updateCache(client, cacheId, inputs) };
  },
  update(client, cacheId, inputs, changed) {
    const settings = Object.entries(inputs).filter(([name]) => always.includes(name) || changed.includes(name));
    return updateCache(client, cacheId, Object.fromEntries(settings));
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

function connectionWarnings(outputs: JsonObject, response: JsonObject, state: JsonObject | undefined): string[] {
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
