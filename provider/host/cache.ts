/** The connection of a cache: what state knows stays while the API answers without it. */

import { cache as api, connectionUri } from "../api/cache.js";
import { isObject, type Json, type JsonObject } from "../api/json.js";
import type { HostedResource } from "./resource.js";

export const cache: HostedResource = {
  ...api,
  complete(outputs, response, state, quote) {
    const connection = isObject(response.connection) ? response.connection : (state?.connection ?? null);
    const credentials = login(response.credentials, state?.credentials ?? null);
    return {
      outputs: { ...outputs, connection, credentials, connectionUri: connectionUri(connection, credentials) },
      warnings: connectionWarnings({ connection, credentials }, response, state, quote),
    };
  },
};

/** Of two logins, halves would make one that never was: a known one is replaced whole, by one with a password. */
function login(returned: Json | undefined, known: Json): Json {
  if (!isObject(returned)) return known;
  return returned.password === undefined && known !== null ? known : returned;
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
  const kept = Object.keys(outputs).find((name) => response[name] !== undefined && response[name] !== outputs[name]);
  return kept === undefined
    ? []
    : [`the API answered without ${missing[kept]}${status}; ${kept} keeps its known value. ${ready} it again`];
}

/** What makes a connection or a login one. */
const missing: Readonly<Record<string, string>> = {
  connection: "its host name and port",
  credentials: "its password",
};
