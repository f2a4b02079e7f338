/** What each operation does to the account, and what it refuses. */

import type { JsonObject } from "../api/http/json.js";
import { type DocumentedDefinition, mapToFieldNames, withOperations } from "../definitions/definition.js";
import { defaultFieldNames, type UndocumentedFieldNames } from "../definitions/field-names.js";
import { parseOperation } from "../definitions/operation.js";
import {
  type Account,
  addResource,
  createLister,
  models,
  type ResourceType,
  removeResource,
  resourceTypes,
} from "./account.js";
import { createRefusal } from "./common-responses.js";
import type { Resource, ResourceModel, SandboxResponse } from "./model.js";
import { findAddress, type PathValues, type Route } from "./routes.js";
import { type FieldErrors, findViolations } from "./validation.js";

/**
 * The definitions, with the updates that the API does not document. Such an update takes what a create takes, without the fields
 * that replace a resource.
 */
const definitions = Object.fromEntries(
  resourceTypes.map((type) => {
    const { definition, undocumented }: ResourceModel = models[type];
    const update = parseOperation(`PATCH ${findAddress(type)}`, ["id"]);
    return [type, undocumented ? withOperations(definition, { update }) : definition];
  }),
) as Record<ResourceType, DocumentedDefinition>;

/** Finds what is wrong with a body, by field. */
export function findErrors(
  { type, method }: Route,
  { contents, fieldNames }: Account,
  body: JsonObject,
  values: PathValues,
): FieldErrors {
  const model: ResourceModel = models[type];
  const definition = definitions[type];
  const listResources = createLister(contents);
  switch (method) {
    case "POST":
      return {
        ...model.findErrors?.({ ...body, ...values }, listResources),
        ...findViolations(definition, "create", body, fieldNames),
      };
    case "PATCH": {
      const updated = findTarget(listResources(type), values);
      return {
        ...model.findErrors?.(body, listResources, updated),
        ...findViolations(definition, "update", body, fieldNames),
      };
    }
    default:
      return {};
  }
}

/** Does what the operation does to the account, and responds. */
export function runOperation(route: Route, account: Account, body: JsonObject, values: PathValues): SandboxResponse {
  const { type, method } = route;
  const { contents, fieldNames } = account;
  const { definition, createStatus, undocumented }: ResourceModel = models[type];
  const listResources = createLister(contents);
  if (method === "POST") {
    return showResource(account, type, addResource(contents, type, { ...body, ...values }), createStatus);
  }
  const target = findTarget(listResources(type), values) as Resource;
  switch (method) {
    case "PATCH":
      if (undocumented) undocumented.update(target, body, listResources);
      else changeAttributes(target, definition, fieldNames, body);
      return showResource(account, type, target);
    case "DELETE":
      return startDelete(account, type, target);
    default: {
      const response = showResource(account, type, target);
      countRead(account, type, target);
      return response;
    }
  }
}

/** Finds the resource that an operation is for. Its id is the last one in the path. */
function findTarget(resources: readonly Resource[], values: PathValues): Resource | undefined {
  return resources.find(({ id }) => id === Object.values(values).at(-1));
}

function showResource({ contents }: Account, type: ResourceType, data: Resource, status = 200): SandboxResponse {
  const { listIncluded }: ResourceModel = models[type];
  return { status, body: { data, included: listIncluded?.(data, createLister(contents)) ?? [] } };
}

/** Changes the attributes that a body sets. A field that the API does not know is dropped without a word, as a real API does. */
function changeAttributes(
  resource: Resource,
  definition: DocumentedDefinition,
  names: UndocumentedFieldNames,
  body: JsonObject,
): void {
  const fields = mapToFieldNames(definition, names);
  for (const [argument, attribute] of Object.entries(mapToFieldNames(definition, defaultFieldNames))) {
    const value = body[fields[argument] as string];
    if (value !== undefined) resource.attributes[attribute] = value;
  }
}

/** Starts a delete. The response to one that takes its time is 202. Until it is done, the resource keeps its name and its place. */
function startDelete(
  { contents, deletedAfterReads = 0 }: Account,
  type: ResourceType,
  resource: Resource,
): SandboxResponse {
  const { definition, undocumented }: ResourceModel = models[type];
  const conflict = undocumented?.explainConflict?.(resource, createLister(contents));
  if (conflict !== undefined) return createRefusal(409, conflict);
  if (deletedAfterReads > 0) {
    if (!contents.deletions.has(resource)) contents.deletions.set(resource, deletedAfterReads);
    return { status: 202, body: { message: `The ${definition.names.words} ${resource.id} is being deleted.` } };
  }
  removeResource(contents, type, resource.id);
  return { status: 204, body: undefined };
}

/** Counts a read of a resource that is being deleted. Reads end a delete, and not seconds, so that a test knows when it is done. */
function countRead({ contents }: Account, type: ResourceType, resource: Resource): void {
  const left = contents.deletions.get(resource);
  if (left === undefined) return;
  if (left > 1) contents.deletions.set(resource, left - 1);
  else removeResource(contents, type, resource.id);
}
