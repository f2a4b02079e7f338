/** The operations of the definitions, and those that the API does not document, as requests reach them. */

import { type Operation, parseOperation } from "../definitions/operation.js";
import { allOf, type Contents, kinds, type ResourceType, types } from "./account.js";
import { refusal } from "./answers.js";
import type { Answer, SandboxKind } from "./model.js";

/** The values of a path's placeholders. */
export type Path = Readonly<Record<string, string>>;

export interface Route {
  readonly type: ResourceType;
  readonly method: string;
  readonly isDocumented: boolean;
  /** The values of its placeholders in a path that is this route's. */
  readonly match: (path: string) => Path | undefined;
}

/** An update has the route of a create that adopts by the same request. */
export const routes: readonly Route[] = types.flatMap((type) => {
  const { create, update } = kinds[type].definition.operations;
  const isSame = update?.method === create.method && update.path === create.path;
  const documented = update === undefined || isSame ? [create] : [create, update];
  const undocumented = undocumentedMethods(type).map((method) =>
    parseOperation(`${method} ${addressOf(type)}`, ["id"]),
  );
  return [
    ...documented.map((operation) => makeRoute(type, operation, true)),
    ...undocumented.map((operation) => makeRoute(type, operation, false)),
  ];
});

function makeRoute(type: ResourceType, { method, path, placeholders }: Operation, isDocumented: boolean): Route {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return {
    type,
    method,
    isDocumented,
    match(given) {
      const found = pattern.exec(given);
      if (found === null) return undefined;
      return Object.fromEntries(placeholders.map((name, index) => [name, decoded(found[index + 1] ?? "")]));
    },
  };
}

/** As in APIs of this kind: a resource's own address is below the last collection of the path that makes one. */
export function addressOf(type: ResourceType): string {
  const { path } = kinds[type].definition.operations.create;
  const collection = path.split("/").findLast((segment) => !segment.startsWith("{"));
  return `/${collection}/{id}`;
}

/** The methods at a resource's own address that the API does not document. */
export function undocumentedMethods(type: ResourceType): readonly string[] {
  const { undocumented }: SandboxKind = kinds[type];
  return undocumented ? ["GET", "PATCH", "DELETE"] : ["GET"];
}

/** The answer where something that the path names is not there, or is about to go. */
export function missing({ type, method }: Route, path: Path, contents: Contents): Answer | undefined {
  for (const [name, id] of Object.entries(path)) {
    const isOwn = name === "id" || name === kinds[type].definition.idArgument?.name;
    const owner = isOwn ? type : types.find((each) => `${kinds[each].definition.names.code}Id` === name);
    if (owner === undefined) continue;
    const { words } = kinds[owner].definition.names;
    const found = allOf(contents)(owner).find((one) => one.id === id);
    if (found === undefined) return refusal(404, `There is no ${words} ${id}.`);
    if (contents.deletions.has(found) && ["POST", "PATCH"].includes(method)) {
      return refusal(409, `The ${words} ${id} is being deleted.`);
    }
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
