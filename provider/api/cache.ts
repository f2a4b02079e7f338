import { cacheEnvironment } from "../definitions/cache.js";
import type { Envelope } from "./envelope.js";
import { present, type Report, readGroup, readId, within } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/** The environments that use a cache are included with it. */
export function readEnvironments({ included }: Envelope, report: Report): JsonObject {
  const { id: _, href, ...fields } = cacheEnvironment;
  const inside = within("included.environments", report);
  const found = included?.filter(({ type }) => type === "environments");
  const environments = found?.map(({ id, attributes, links }) =>
    present({
      ...readGroup(fields, attributes, inside),
      ...readGroup({ href }, isObject(links) ? links.self : undefined, within("links.self", inside)),
      id: readId(id),
    }),
  );
  return present({ environments });
}

/** The address to hand to a client library; null unless all parts of it but the user name are known. */
export function connectionUri({ connection, credentials }: JsonObject): JsonObject {
  const { hostname, port, protocol } = isObject(connection) ? connection : {};
  const { username = "", password } = isObject(credentials) ? credentials : {};
  if (!protocol || !hostname || port === undefined || password === undefined) return { connectionUri: null };
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return { connectionUri: `${protocol}://${login}@${host}:${port}` };
}
