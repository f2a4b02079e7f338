/** The cache on the wire: what a request states, and what an answer says. */

import type { Client } from "./client.js";
import { type Answered, findNested, type Relationships, readEnvelope, readResource } from "./envelope.js";
import { type Oddity, readNested, readText, type Table } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { body, type FieldNames, type WireNames } from "./request.js";

export function cacheRequest(names: FieldNames): WireNames {
  return {
    name: "name",
    autoUpgradeEnabled: "auto_upgrade_enabled",
    isPublic: "is_public",
    usesHibernation: "uses_hibernation",
    hibernationTimeout: "hibernation_timeout",
    size: names.size,
    evictionPolicy: names.evictionPolicy,
  };
}

export const cacheAttributes: Table = [
  ["name", "name", "text"],
  ["type", "type", "text"],
  ["status", "status", "text"],
  ["region", "region", "text"],
  ["size", "size", "text"],
  ["auto_upgrade_enabled", "autoUpgradeEnabled", "boolean"],
  ["is_public", "isPublic", "boolean"],
  ["eviction_policy", "evictionPolicy", "text"],
  ["uses_hibernation", "usesHibernation", "boolean"],
  ["hibernation_timeout", "hibernationTimeout", "integer"],
  ["created_at", "createdAt", "text"],
  [
    "connection",
    "connection",
    [
      ["hostname", "hostname", "text"],
      ["port", "port", "integer"],
      ["protocol", "protocol", "text"],
    ],
  ],
];

export const cacheRelationships: Relationships = [["environments", "environmentIds", "many"]];

export const cacheCredentials: Table = [
  ["username", "username", "text"],
  ["password", "password", "text"],
];

/** What is told of an included environment; its variables are not, they would stand in the cache's state in the open. */
export const includedEnvironment: Table = [
  ["name", "name", "text"],
  ["slug", "slug", "text"],
  ["status", "status", "text"],
  ["vanity_domain", "vanityDomain", "text"],
];

/** The outputs that an answer can fill. */
export const cacheOutputs = [
  ...[...cacheAttributes, ...cacheRelationships].map(([, output]) => output),
  "credentials",
  "connectionUri",
  "environments",
];

export async function updateCache(client: Client, id: string, settings: JsonObject): Promise<Answered> {
  const answer = await client.send({
    operation: "update cache",
    method: "PATCH",
    path: ["caches", id],
    body: body(cacheRequest(client.fieldNames), settings),
  });
  return readCache(answer);
}

export function readCache(answer: Json | undefined): Answered {
  const odd: Oddity[] = [];
  const envelope = readEnvelope(answer, odd);
  const outputs = readResource(envelope, cacheAttributes, cacheRelationships, odd);
  if (isObject(outputs.connection) && Object.keys(outputs.connection).length === 0) outputs.connection = null;
  const credentials = readCredentials(envelope.attributes.connection, odd);
  if (credentials !== undefined) outputs.credentials = credentials;
  if (envelope.included !== undefined) outputs.environments = readEnvironments(envelope.included, odd);
  return { id: envelope.id, outputs, oddities: odd };
}

/** Undefined where the answer does not speak of them; null where it does, and has none yet. */
function readCredentials(connection: Json | undefined, odd: Oddity[]): JsonObject | null | undefined {
  const holder = findNested(connection, ({ username, password }) => (username ?? password) != null);
  const credentials = readNested(cacheCredentials, holder, odd, "connection credentials: ");
  if (Object.keys(credentials).length > 0) return credentials;
  const parts = [connection, ...(isObject(connection) ? Object.values(connection) : [])];
  const isThere = (part: Json | undefined) =>
    part === null || (isObject(part) && ("username" in part || "password" in part));
  return parts.some(isThere) ? null : undefined;
}

function readEnvironments(included: readonly JsonObject[], odd: Oddity[]): Json[] {
  return included
    .filter(({ type }) => type === "environments")
    .map(({ id, attributes, links }) => {
      const self = isObject(links) ? links.self : undefined;
      const link = { id: readText(id), href: isObject(self) ? readText(self.href) : undefined };
      const environment = readNested(includedEnvironment, attributes, odd, "included.environments.");
      if (link.id !== undefined) environment.id = link.id;
      if (link.href !== undefined) environment.href = link.href;
      return environment;
    });
}

/** The address to hand to a client library; null unless all five parts of it are known. */
export function connectionUri(connection: Json | undefined, credentials: Json | undefined): string | null {
  if (!isObject(connection) || !isObject(credentials)) return null;
  const { hostname, port, protocol } = connection;
  const { username, password } = credentials;
  if (!protocol || !hostname || port === undefined || username === undefined || password === undefined)
    return null;
  const login = `${encodeURIComponent(String(username))}:${encodeURIComponent(String(password))}`;
  return `${protocol}://${login}@${hostname}:${port}`;
}
