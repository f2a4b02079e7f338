/** The connection of a cache: what state knows stays while the API answers without it. */

import { cache as api, connectionUri } from "../api/cache.js";
import { isObject, type Json, type JsonObject } from "../api/json.js";
import type { HostedResource } from "./resource.js";

export const cache: HostedResource = {
  ...api,
  complete(outputs, response, state, quote) {
    const connection = merged(response.connection, state?.connection);
    const credentials = merged(response.credentials, state?.credentials);
    return {
      outputs: { ...outputs, connection, credentials, connectionUri: connectionUri(connection, credentials) },
      warnings: connectionWarnings({ connection, credentials }, response, state, quote),
    };
  },
};

/** A cache that is being changed answers without its connection, or with null: it still has the one that was known. */
function merged(returned: Json | undefined, known: Json | undefined): Json {
  if (!isObject(returned)) return known ?? null;
  return isObject(known) ? { ...known, ...returned } : returned;
}

function connectionWarnings(
  outputs: JsonObject,
  response: JsonObject,
  state: JsonObject | undefined,
  quote: (words: string) => string,
): string[] {
  const status = typeof response.status === "string" ? ` (status "${quote(response.status)}")` : "";
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
