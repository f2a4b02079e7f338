/** The routes by which requests reach operations: those of the definitions, and those that the API does not document. */

import { type Operation, parseOperation } from "../definitions/operation.js";
import { type Contents, createLister, models, type ResourceType, resourceTypes } from "./account.js";
import { createRefusal } from "./common-responses.js";
import type { ResourceModel, SandboxResponse } from "./model.js";

/** The values of a path's placeholders, by their names, in the order of the path. */
export type PathValues = Readonly<Record<string, string>>;

export interface Route {
  readonly type: ResourceType;
  readonly method: string;
  readonly isDocumented: boolean;
  /** Returns the values of the placeholders in a path. Undefined where the path is another route's. */
  readonly matchPath: (path: string) => PathValues | undefined;
}

/** An update that is the same request as the create, because it adopts the resource, has the same route. */
export const routes: readonly Route[] = resourceTypes.flatMap((type) => {
  const { create, update } = models[type].definition.operations;
  const isSame = update?.method === create.method && update.path === create.path;
  const documented = update === undefined || isSame ? [create] : [create, update];
  const undocumented = listUndocumentedMethods(type).map((method) =>
    parseOperation(`${method} ${findAddress(type)}`, ["id"]),
  );
  return [
    ...documented.map((operation) => createRoute(type, operation, true)),
    ...undocumented.map((operation) => createRoute(type, operation, false)),
  ];
});

function createRoute(type: ResourceType, { method, path, placeholders }: Operation, isDocumented: boolean): Route {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return {
    type,
    method,
    isDocumented,
    matchPath(requestPath) {
      const match = pattern.exec(requestPath);
      if (match === null) return undefined;
      return Object.fromEntries(placeholders.map((name, index) => [name, decodeSegment(match[index + 1] ?? "")]));
    },
  };
}

/** Finds the address of a resource. As in APIs of this kind, it is below the last collection in the path of the create. */
export function findAddress(type: ResourceType): string {
  const { path } = models[type].definition.operations.create;
  const collection = path.split("/").findLast((segment) => !segment.startsWith("{"));
  return `/${collection}/{id}`;
}

/** Lists the methods at the address of a resource that the API does not document. */
export function listUndocumentedMethods(type: ResourceType): readonly string[] {
  const { definition, undocumented }: ResourceModel = models[type];
  if (!undocumented) return ["GET"];
  return definition.neverDeleted === undefined ? ["GET", "PATCH", "DELETE"] : ["GET", "PATCH"];
}

/** Refuses a path that names something that does not exist, and one that would change something that is being deleted. */
export function refusePath(
  { type, method }: Route,
  values: PathValues,
  contents: Contents,
): SandboxResponse | undefined {
  for (const [name, id] of Object.entries(values)) {
    const isTarget = name === "id" || name === models[type].definition.idArgument.name;
    const owner = isTarget ? type : resourceTypes.find((each) => `${models[each].definition.names.code}Id` === name);
    if (owner === undefined) continue;
    const { words } = models[owner].definition.names;
    const found = createLister(contents)(owner).find((resource) => resource.id === id);
    if (found === undefined) return createRefusal(404, `There is no ${words} ${id}.`);
    if (contents.deletions.has(found) && ["POST", "PATCH"].includes(method)) {
      return createRefusal(409, `The ${words} ${id} is being deleted.`);
    }
  }
  return undefined;
}

/** Decodes a segment of a path. A segment with a broken escape stays as it is. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
