/** What each operation does to the account, and what it refuses. */

import type { JsonObject } from "../api/json.js";
import { type Definition, mapToFieldNames, withOperations } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";
import { parseOperation } from "../definitions/operation.js";
import { add, allOf, kinds, type ResourceType, remove, types } from "./account.js";
import { refusal } from "./answers.js";
import type { Account } from "./api.js";
import type { Answer, Resource, SandboxKind } from "./model.js";
import { addressOf, type Path, type Route } from "./routes.js";
import { type FieldErrors, violations } from "./validation.js";

/** The definitions with the updates that the API does not document: these take what a create takes, but for what replaces. */
const definitions = Object.fromEntries(
  types.map((type) => {
    const { definition, undocumented }: SandboxKind = kinds[type];
    const update = parseOperation(`PATCH ${addressOf(type)}`, ["id"]);
    return [type, undocumented ? withOperations(definition, { update }) : definition];
  }),
) as Record<ResourceType, Definition>;

/** Finds what is wrong with a body, by field. */
export function errorsOf(
  { type, method }: Route,
  { contents, fieldNames }: Account,
  body: JsonObject,
  path: Path,
): FieldErrors {
  const { errors }: SandboxKind = kinds[type];
  const definition = definitions[type];
  const all = allOf(contents);
  switch (method) {
    case "POST":
      return { ...errors?.({ ...body, ...path }, all), ...violations(definition, "create", body, fieldNames) };
    case "PATCH": {
      const updated = findTarget(all(type), path);
      return { ...errors?.(body, all, updated), ...violations(definition, "update", body, fieldNames) };
    }
    default:
      return {};
  }
}

/** Does what the operation does to the account. */
export function act(route: Route, account: Account, body: JsonObject, path: Path): Answer {
  const { type, method } = route;
  const { contents, fieldNames } = account;
  const { createdStatus, undocumented }: SandboxKind = kinds[type];
  const all = allOf(contents);
  if (method === "POST") return show(account, type, add(contents, type, { ...body, ...path }), createdStatus);
  const target = findTarget(all(type), path) as Resource;
  switch (method) {
    case "PATCH":
      if (undocumented) undocumented.update(target, body, all);
      else change(target, kinds[type].definition, fieldNames, body);
      return show(account, type, target);
    case "DELETE":
      return startDelete(account, type, target);
    default: {
      const answer = show(account, type, target);
      countRead(account, type, target);
      return answer;
    }
  }
}

/** The last id in a path is that of the resource that the operation is for. */
function findTarget(resources: readonly Resource[], path: Path): Resource | undefined {
  return resources.find(({ id }) => id === Object.values(path).at(-1));
}

function show({ contents }: Account, type: ResourceType, data: Resource, status = 200): Answer {
  const { included }: SandboxKind = kinds[type];
  return { status, body: { data, included: included?.(data, allOf(contents)) ?? [] } };
}

/** Changes what is set and nothing else; a field that the API does not know is dropped without a word. */
function change(resource: Resource, definition: Definition, names: AllFieldNames, asked: JsonObject): void {
  const fields = mapToFieldNames(definition, names);
  for (const [argument, attribute] of Object.entries(mapToFieldNames(definition, defaultFieldNames))) {
    const value = asked[fields[argument] as string];
    if (value !== undefined) resource.attributes[attribute] = value;
  }
}

/** A delete that takes its time is answered 202. Until it is done, the resource keeps its name and its place. */
function startDelete({ contents, deletedAfterReads = 0 }: Account, type: ResourceType, resource: Resource): Answer {
  const { definition, undocumented }: SandboxKind = kinds[type];
  const conflict = undocumented?.explainConflict(resource, allOf(contents));
  if (conflict !== undefined) return refusal(409, conflict);
  if (deletedAfterReads > 0) {
    if (!contents.deletions.has(resource)) contents.deletions.set(resource, deletedAfterReads);
    return { status: 202, body: { message: `The ${definition.names.words} ${resource.id} is being deleted.` } };
  }
  remove(contents, type, resource.id);
  return { status: 204, body: undefined };
}

/** Reads and not seconds end a delete, so that a test knows when it is done, however fast it runs. */
function countRead({ contents }: Account, type: ResourceType, resource: Resource): void {
  const left = contents.deletions.get(resource);
  if (left === undefined) return;
  if (left > 1) contents.deletions.set(resource, left - 1);
  else remove(contents, type, resource.id);
}
