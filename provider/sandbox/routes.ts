/** The operations of the definitions, as requests reach them. */

import type { JsonObject } from "../api/json.js";
import { type Definition, wireNames } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";
import { operationOf, placeholders } from "../definitions/operation.js";
import { kinds, type SandboxState } from "./account.js";
import { refusal } from "./answers.js";
import type { Answer, Path, Resource, SandboxKind } from "./model.js";
import { type FieldErrors, violations } from "./validation.js";

type Kind = SandboxKind<SandboxState>;

export interface Route {
  readonly kind: Kind;
  readonly method: string;
  /** The values of its placeholders in a path that is this route's. */
  readonly match: (path: string) => Path | undefined;
}

/** An update has the route of a create that adopts by the same request. */
export const routes: readonly Route[] = kinds.flatMap((kind) => {
  const { create, update = create } = kind.definition;
  return [...new Set([create, update, readOf(create)])].map((operation): Route => {
    const { method, path } = operationOf(operation);
    const names = placeholders(path);
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
    return {
      kind,
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
function readOf(create: string): string {
  const collection = create.split("/").findLast((segment) => !segment.startsWith("{"));
  return `GET /${collection}/{id}`;
}

/** The answer where something that the path names is not there. */
export function missing({ definition }: Kind, path: Path, state: SandboxState): Answer | undefined {
  for (const [name, id] of Object.entries(path)) {
    const isOwn = name === "id" || name === definition.adopted;
    const owner = kinds.find(({ definition: { kind } }) =>
      isOwn ? kind === definition.kind : `${kind.code}Id` === name,
    );
    if (owner === undefined || owner.list(state).some((one) => one.id === id)) continue;
    return refusal(404, `There is no ${owner.definition.kind.words} ${id}.`);
  }
  return undefined;
}

/** What is wrong with a body, by field. */
export function errorsOf(
  { kind, method }: Route,
  state: SandboxState,
  body: JsonObject,
  path: Path,
  names: AllFieldNames,
): FieldErrors {
  const isCreate = method === "POST";
  if (method === "GET") return {};
  return {
    ...(isCreate ? kind.errors?.(state, body, path) : {}),
    ...violations(kind.definition, isCreate ? "create" : "update", body, names),
  };
}

/** Does what the operation does to the account. */
export function act(
  { kind, method }: Route,
  state: SandboxState,
  body: JsonObject,
  path: Path,
  names: AllFieldNames,
): Answer {
  const created = method === "POST" ? kind.create?.(state, body, path) : undefined;
  if (created !== undefined) return { status: kind.createdStatus ?? 200, body: shown(kind, created, state) };
  const found = kind.list(state).find(({ id }) => id === Object.values(path).at(-1)) as Resource;
  if (method !== "GET") change(found, kind.definition, names, body);
  return { status: 200, body: shown(kind, found, state) };
}

function shown(kind: Kind, resource: Resource, state: SandboxState) {
  return { data: resource, included: kind.included?.(resource, state) ?? [] };
}

/** Changes what is set and nothing else; a field that the API does not know is dropped without a word. */
function change(resource: Resource, definition: Definition, names: AllFieldNames, asked: JsonObject): void {
  const fields = wireNames(definition, names);
  for (const [argument, attribute] of Object.entries(wireNames(definition, defaultFieldNames))) {
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
