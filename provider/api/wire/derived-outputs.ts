/** The outputs that no row of a definition can describe, because several parts of a response, or other outputs, make them. */

import { repositoryDetails } from "../../definitions/application.js";
import { cacheEnvironment } from "../../definitions/cache.js";
import type { DocumentedDefinition } from "../../definitions/definition.js";
import { group } from "../../definitions/field.js";
import { isObject, type JsonObject } from "../http/json.js";
import { type Envelope, parseRelationship } from "./envelope.js";
import { type AddMismatch, dropAbsent, parseField, parseFields, parseId, prefixMismatches } from "./fields.js";

type ReadOutputs = (envelope: Envelope, addMismatch: AddMismatch) => JsonObject;
type MakeOutputs = (outputs: JsonObject) => JsonObject;

/** By the name of the resource in code. */
const readers: Readonly<Record<string, ReadOutputs>> = {
  application: readRepositoryDetails,
  cache: readCacheEnvironments,
};

const makers: Readonly<Record<string, MakeOutputs>> = { cache: makeConnectionUri };

/** Reads the outputs that several parts of a response make together. */
export function parseCombinedOutputs(
  { names }: DocumentedDefinition,
  envelope: Envelope,
  addMismatch: AddMismatch,
): JsonObject {
  return readers[names.code]?.(envelope, addMismatch) ?? {};
}

/** Adds the outputs that are made of other outputs. */
export function addComputedOutputs({ names }: DocumentedDefinition, outputs: JsonObject): JsonObject {
  return { ...outputs, ...makers[names.code]?.(outputs) };
}

/**
 * Reads what a response tells of an application's repository. Its attribute, its relationship and the included resource are
 * one output, because `repository` is the name of an argument.
 */
function readRepositoryDetails(envelope: Envelope, addMismatch: AddMismatch): JsonObject {
  const { name, fullName, defaultBranch } = repositoryDetails;
  const linked = parseRelationship("repository", "one", envelope, addMismatch) ?? undefined;
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (linked === undefined || parseId(id) === linked),
  );
  const attribute = parseField("repository", group({ fullName, defaultBranch }), envelope.attributes, addMismatch);
  const details = dropAbsent({
    id: linked ?? parseId(included?.id),
    ...parseFields({ name }, included?.attributes, prefixMismatches("included.repositories", addMismatch)),
    ...(isObject(attribute) ? attribute : {}),
  });
  return Object.keys(details).length > 0 ? { repositoryDetails: details } : {};
}

/** Reads the environments that use a cache, which a response includes. */
function readCacheEnvironments({ included }: Envelope, addMismatch: AddMismatch): JsonObject {
  const { id: _, href, ...fields } = cacheEnvironment;
  const addMismatchInside = prefixMismatches("included.environments", addMismatch);
  const environments = included
    ?.filter(({ type }) => type === "environments")
    .map(({ id, attributes, links }) =>
      dropAbsent({
        ...parseFields(fields, attributes, addMismatchInside),
        ...parseFields(
          { href },
          isObject(links) ? links.self : undefined,
          prefixMismatches("links.self", addMismatchInside),
        ),
        id: parseId(id),
      }),
    );
  return dropAbsent({ environments });
}

/** Makes the address that a client library takes. It is null unless all its parts are known; the user name alone may be missing. */
function makeConnectionUri({ connection, credentials }: JsonObject): JsonObject {
  const { hostname, port, protocol } = isObject(connection) ? connection : {};
  const { username = "", password } = isObject(credentials) ? credentials : {};
  if (!protocol || !hostname || port === undefined || password === undefined) return { connectionUri: null };
  const login = [username, password].map((part) => encodeURIComponent(String(part))).join(":");
  // An IPv6 address stands in brackets, because the last of its colons would be taken for that of the port.
  const host = String(hostname).includes(":") ? `[${hostname}]` : hostname;
  return { connectionUri: `${protocol}://${login}@${host}:${port}` };
}
