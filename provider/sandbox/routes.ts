/** The operations of the definitions, as requests reach them. */

import type { JsonObject } from "../api/json.js";
import { type Definition, mapToFieldNames } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";
import { type Operation, parseOperation } from "../definitions/operation.js";
import { add, allOf, kinds, type ResourceType, type SandboxState, types } from "./account.js";
import { refusal } from "./answers.js";
import type { Answer, Resource } from "./model.js";
import { type FieldErrors, violations } from "./validation.js";

/** The values of a path's placeholders. */
type Path = Readonly<Record<string, string>>;

export interface Route {
  readonly type: ResourceType;
  readonly method: string;
  /** The values of its placeholders in a path that is this route's. */
  readonly match: (path: string) => Path | undefined;
}

/** An update has the route of a create that adopts by the same request. */
export const routes: readonly Route[] = types.flatMap((type) => {
  const { create, update } = kinds[type].definition.operations;
  const isSame = update?.method === create.method && update.path === create.path;
  return [create, ...(update && !isSame ? [update] : []), readOf(create)].map((operation): Route => {
    const { method, path, placeholders: names } = operation;
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
    return {
      type,
      method,
      match(given) {
        const found = pattern.exec(given);
        return found === null
          ? undefined
          : Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? "")]));
      },
    };
  });
});

/** As APIs of this kind read: at the resource's own address, below the last collection of the path that makes one. */
function readOf({ path }: Operation): Operation {
  const collection = path.split("/").findLast((segment) => !segment.startsWith("{"));
  return parseOperation(`GET /${collection}/{id}`, ["id"]);
}

/** The answer where something that the path names is not there. */
export function missing({ type }: Route, path: Path, state: SandboxState): Answer | undefined {
  for (const [name, id] of Object.entries(path)) {
    const isOwn = name === "id" || name === kinds[type].definition.idArgument?.name;
    const owner = isOwn ? type : types.find((each) => `${kinds[each].definition.names.code}Id` === name);
    if (owner === undefined || state[owner].some((one) => one.id === id)) continue;
    return refusal(404, `There is no ${kinds[owner].definition.names.words} ${id}.`);
  }
  return undefined;
}

/** What is wrong with a body, by field. */
export function errorsOf(
  { type, method }: Route,
  state: SandboxState,
  body: JsonObject,
  path: Path,
  names: AllFieldNames,
): FieldErrors {
  const { definition, errors } = kinds[type];
  const isCreate = method === "POST";
  if (method === "GET") return {};
  return {
    ...(isCreate ? errors?.({ ...body, ...path }, allOf(state)) : {}),
    ...violations(definition, isCreate ? "create" : "update", body, names),
  };
}

/** Does what the operation does to the account. */
export function act(
  { type, method }: Route,
  state: SandboxState,
  body: JsonObject,
  path: Path,
  names: AllFieldNames,
): Answer {
  const { definition, createdStatus = 200, included } = kinds[type];
  const isCreate = method === "POST";
  const data = isCreate
    ? add(state, type, { ...body, ...path })
    : (state[type].find(({ id }) => id === Object.values(path).at(-1)) as Resource);
  if (method === "PATCH") change(data, definition, names, body);
  return { status: isCreate ? createdStatus : 200, body: { data, included: included?.(data, allOf(state)) ?? [] } };
}

/** Changes what is set and nothing else; a field that the API does not know is dropped without a word. */
function change(resource: Resource, definition: Definition, names: AllFieldNames, asked: JsonObject): void {
  const fields = mapToFieldNames(definition, names);
  for (const [argument, attribute] of Object.entries(mapToFieldNames(definition, defaultFieldNames))) {
    const value = asked[fields[argument] as string];
    if (value !== undefined) resource.attributes[attribute] = value;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
