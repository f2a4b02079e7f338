import { repositoryDetails } from "../definitions/application.js";
import { group } from "../definitions/field.js";
import { type Envelope, readRelationship } from "./envelope.js";
import { combine, type Reading, readFields, readGroup, readId } from "./fields.js";
import { isObject } from "./json.js";

/** The repository's attribute, relationship and included resource are one output, for `repository` is an argument. */
export function readRepository(envelope: Envelope): Reading {
  const { name, fullName, defaultBranch } = repositoryDetails;
  const relationship = readRelationship("id", "repository", false, envelope);
  const linked = readId(relationship.values.id);
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (linked === undefined || readId(id) === linked),
  );
  const id = linked ?? readId(included?.id);
  const attribute = readFields({ repository: group({ fullName, defaultBranch }) }, envelope.attributes);
  const { repository } = attribute.values;
  const { values, mismatches } = combine(
    { values: id === undefined ? {} : { id }, mismatches: [...attribute.mismatches, ...relationship.mismatches] },
    readGroup({ name }, included?.attributes, "included.repositories."),
    { values: isObject(repository) ? repository : {}, mismatches: [] },
  );
  return { values: Object.keys(values).length > 0 ? { repositoryDetails: values } : {}, mismatches };
}
