import { repositoryDetails } from "../definitions/application.js";
import { group } from "../definitions/field.js";
import { type Envelope, readRelationship } from "./envelope.js";
import { present, type Report, readField, readGroup, readId, within } from "./fields.js";
import { isObject, type JsonObject } from "./json.js";

/** The repository's attribute, relationship and included resource are one output, for `repository` is an argument. */
export function readRepository(envelope: Envelope, report: Report): JsonObject {
  const { name, fullName, defaultBranch } = repositoryDetails;
  const linked = readRelationship("repository", false, envelope, report) ?? undefined;
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (linked === undefined || readId(id) === linked),
  );
  const attribute = readField("repository", group({ fullName, defaultBranch }), envelope.attributes, report);
  const details = present({
    id: linked ?? readId(included?.id),
    ...readGroup({ name }, included?.attributes, within("included.repositories", report)),
    ...(isObject(attribute) ? attribute : {}),
  });
  return Object.keys(details).length > 0 ? { repositoryDetails: details } : {};
}
