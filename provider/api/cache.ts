/** Updates a cache, and reads the response. */

import { cache } from "../definitions/cache.js";
import type { Client } from "./client.js";
import { findNested, type ResourceResponse, readEnvelope, resourceResponse } from "./envelope.js";
import { combine, nothing, type Reading, readGroup, readText } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { requestBody } from "./request.js";

export async function updateCache(client: Client, id: string, inputs: JsonObject): Promise<ResourceResponse> {
  const response = await client.send({
    operation: "update cache",
    method: "PATCH",
    path: ["caches", id],
    body: requestBody(cache, client.fieldNames, inputs),
  });
  return readCache(response);
}

export function readCache(response: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(response);
  const read = resourceResponse(
    cache,
    envelope,
    combine(readCredentials(envelope.attributes.connection), readEnvironments(envelope.included)),
  );
  const { connection } = read.outputs;
  const isEmpty = isObject(connection) && Object.keys(connection).length === 0;
  return isEmpty ? { ...read, outputs: { ...read.outputs, connection: null } } : read;
}

/** Nothing where the response does not speak of them; null where it does, and has none yet. */
function readCredentials(connection: Json | undefined): Reading {
  const { fields } = cache.rows.credentials.holds;
  const holder = findNested(connection, ({ username, password }) => (username ?? password) != null);
  const { values, mismatches } = readGroup(fields, holder, "connection credentials: ");
  if (Object.keys(values).length > 0) return { values: { credentials: values }, mismatches };
  const parts = [connection, ...(isObject(connection) ? Object.values(connection) : [])];
  const isThere = (part: Json | undefined) =>
    part === null || (isObject(part) && ("username" in part || "password" in part));
  return { values: parts.some(isThere) ? { credentials: null } : {}, mismatches };
}

function readEnvironments(included: readonly JsonObject[] | undefined): Reading {
  if (included === undefined) return nothing;
  const { id: _, href: __, ...fields } = cache.rows.environments.holds.fields;
  const readings = included
    .filter(({ type }) => type === "environments")
    .map(({ id, attributes, links }): Reading => {
      const self = isObject(links) ? links.self : undefined;
      const link = { id: readText(id), href: isObject(self) ? readText(self.href) : undefined };
      const known = Object.entries(link).filter(([, value]) => value !== undefined);
      return combine(readGroup(fields, attributes, "included.environments."), {
        values: Object.fromEntries(known) as JsonObject,
        mismatches: [],
      });
    });
  return {
    values: { environments: readings.map(({ values }) => values) },
    mismatches: readings.flatMap(({ mismatches }) => mismatches),
  };
}

/** The address to hand to a client library; null unless all five parts of it are known. */
export function connectionUri(connection: Json | undefined, credentials: Json | undefined): string | null {
  if (!isObject(connection) || !isObject(credentials)) return null;
  const { hostname, port, protocol } = connection;
  const { username, password } = credentials;
  if (!protocol || !hostname || port === undefined || username === undefined || password === undefined) return null;
  const login = `${encodeURIComponent(String(username))}:${encodeURIComponent(String(password))}`;
  return `${protocol}://${login}@${hostname}:${port}`;
}
