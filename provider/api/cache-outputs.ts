import { cacheEnvironment } from "../definitions/cache.js";
import type { Envelope } from "./envelope.js";
import { type AddMismatch, addBelow, dropAbsent, readFields, readId } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/** Reads the environments that use a cache, which a response includes. */
export function readCacheEnvironments({ included }: Envelope, addMismatch: AddMismatch): JsonObject {
  const { id: _, href, ...fields } = cacheEnvironment;
  const addInside = addBelow("included.environments", addMismatch);
  const environments = included
    ?.filter(({ type }) => type === "environments")
    .map(({ id, attributes, links }) =>
      dropAbsent({
        ...readFields(fields, attributes, addInside),
        ...readFields({ href }, isObject(links) ? links.self : undefined, addBelow("links.self", addInside)),
        id: readId(id),
      }),
    );
  return dropAbsent({ environments });
}

/** Makes the address to hand to a client library; null unless all parts of it but the user name are known. */
export function makeConnectionUri({ connection, credentials }: JsonObject): JsonObject {
  const { hostname, port, protocol } = isObject(connection) ? connection : {};
  const { username = "", password } = isObject(credentials) ? credentials : {};
  if (!protocol || !hostname || port === undefined || password === undefined) return { connectionUri: null };
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  // An IPv6 address stands in brackets, so that its colons are not taken for that of the port.
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return { connectionUri: `${protocol}://${login}@${host}:${port}` };
}
