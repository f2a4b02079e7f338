/** The outputs of a cache that no row of its definition can describe. */

import { cacheEnvironment } from "../definitions/cache.js";
import type { Envelope } from "./envelope.js";
import { type AddMismatch, dropAbsent, prefixMismatches, readFields, readId } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/** Reads the environments that use a cache, which a response includes. */
export function readCacheEnvironments({ included }: Envelope, addMismatch: AddMismatch): JsonObject {
  const { id: _, href, ...fields } = cacheEnvironment;
  const addMismatchInside = prefixMismatches("included.environments", addMismatch);
  const environments = included
    ?.filter(({ type }) => type === "environments")
    .map(({ id, attributes, links }) =>
      dropAbsent({
        ...readFields(fields, attributes, addMismatchInside),
        ...readFields(
          { href },
          isObject(links) ? links.self : undefined,
          prefixMismatches("links.self", addMismatchInside),
        ),
        id: readId(id),
      }),
    );
  return dropAbsent({ environments });
}

/** Makes the address that a client library takes. It is null unless all its parts are known; the user name alone may be missing. */
export function makeConnectionUri({ connection, credentials }: JsonObject): JsonObject {
  const { hostname, port, protocol } = isObject(connection) ? connection : {};
  const { username = "", password } = isObject(credentials) ? credentials : {};
  if (!protocol || !hostname || port === undefined || password === undefined) return { connectionUri: null };
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  // An IPv6 address stands in brackets, because the last of its colons would be taken for that of the port.
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return { connectionUri: `${protocol}://${login}@${host}:${port}` };
}
