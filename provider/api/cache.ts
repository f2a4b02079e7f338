import { cacheEnvironment, connection, credentials, cache as definition } from "../definitions/cache.js";
import { type Envelope, findNested } from "./envelope.js";
import { combine, nothing, type Reading, readGroup, readId } from "./fields.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";
import type { Operation, ResourceApi } from "./resource.js";

const update: Operation = {
  operation: "update cache",
  method: "PATCH",
  path: ({ cacheId }) => ["caches", String(cacheId)],
};

export const cache: ResourceApi = {
  definition,
  create: update,
  update,
  derive: ({ attributes, included }: Envelope) =>
    combine(readConnection(attributes.connection), readCredentials(attributes.connection), readEnvironments(included)),
  id: ({ cacheId }) => String(cacheId),
};

/** One without host name or port leads nowhere: the cache has none yet. */
function readConnection(from: Json | undefined): Reading {
  const { hostname, port } = readGroup(connection, from, "").values;
  const isPartial = hostname === undefined || port === undefined;
  return asObject(from) !== undefined && isPartial ? { values: { connection: null }, mismatches: [] } : nothing;
}

/** Nothing where the response does not speak of them; null where it does, and has none yet. */
function readCredentials(from: Json | undefined): Reading {
  const holder = findNested(from, ({ username, password }) => (username ?? password) != null);
  const { values, mismatches } = readGroup(credentials, holder, "connection credentials: ");
  if (Object.keys(values).length > 0) return { values: { credentials: values }, mismatches };
  const parts = [from, ...(isObject(from) ? Object.values(from) : [])];
  const isThere = (part: Json | undefined) =>
    part === null || (isObject(part) && ("username" in part || "password" in part));
  return { values: parts.some(isThere) ? { credentials: null } : {}, mismatches };
}

function readEnvironments(included: readonly JsonObject[] | undefined): Reading {
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
export function connectionUri(connection: Json | undefined, credentials: Json | undefined): string | null {
  if (!isObject(connection) || !isObject(credentials)) return null;
  const { hostname, port, protocol } = connection;
  const { username = "", password } = credentials;
  if (!protocol || !hostname || port === undefined || password === undefined) return null;
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return `${protocol}://${login}@${host}:${port}`;
}
