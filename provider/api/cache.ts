import { cacheEnvironment } from "../definitions/cache.js";
import type { Envelope } from "./envelope.js";
import { combine, nothing, type Reading, readGroup, readId } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/** The environments that use a cache are included with it. */
export function readEnvironments({ included }: Envelope): Reading {
  if (included === undefined) return nothing;
  const { id: _, href, ...fields } = cacheEnvironment;
  const readings = included
    .filter(({ type }) => type === "environments")
    .map((found) => {
      const id = readId(found.id);
      const self = isObject(found.links) ? found.links.self : undefined;
      return combine(
        readGroup(fields, found.attributes, "included.environments."),
        readGroup({ href }, self, "included.environments.links.self."),
        { values: id === undefined ? {} : { id }, mismatches: [] },
      );
    });
  return {
    values: { environments: readings.map(({ values }) => values) },
    mismatches: readings.flatMap(({ mismatches }) => mismatches),
  };
}

/** The address to hand to a client library; null unless all parts of it but the user name are known. */
export function connectionUri({ connection, credentials }: JsonObject): JsonObject {
  if (!isObject(connection) || !isObject(credentials)) return { connectionUri: null };
  const { hostname, port, protocol } = connection;
  const { username = "", password } = credentials;
  if (!protocol || !hostname || port === undefined || password === undefined) return { connectionUri: null };
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return { connectionUri: `${protocol}://${login}@${host}:${port}` };
}
