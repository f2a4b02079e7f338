/** The output of an application that no row of its definition can describe. */

import { repositoryDetails } from "../definitions/application.js";
import { group } from "../definitions/field.js";
import { type Envelope, readRelationship } from "./envelope.js";
import { type AddMismatch, dropAbsent, prefixMismatches, readField, readFields, readId } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/**
 * Reads what a response tells of an application's repository. Its attribute, its relationship and the included resource are
 * one output, because `repository` is the name of an argument.
 */
export function readRepositoryDetails(envelope: Envelope, addMismatch: AddMismatch): JsonObject {
  const { name, fullName, defaultBranch } = repositoryDetails;
  const linked = readRelationship("repository", "one", envelope, addMismatch) ?? undefined;
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (linked === undefined || readId(id) === linked),
  );
  const attribute = readField("repository", group({ fullName, defaultBranch }), envelope.attributes, addMismatch);
  const details = dropAbsent({
    id: linked ?? readId(included?.id),
    ...readFields({ name }, included?.attributes, prefixMismatches("included.repositories", addMismatch)),
    ...(isObject(attribute) ? attribute : {}),
  });
  return Object.keys(details).length > 0 ? { repositoryDetails: details } : {};
}
