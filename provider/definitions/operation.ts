/** The operations of the API, as a definition writes them: `PATCH /caches/{cacheId}`. */

export type Method = "POST" | "PATCH" | "GET" | "DELETE";

/** An operation that the API doesn't document, and that a user names where the API supports it. */
export type OperationName = "read" | "update" | "delete";
export const operationNames: readonly OperationName[] = ["read", "update", "delete"];

export interface Operation {
  readonly method: Method;
  /** The path below the base URL, with placeholders such as `{cacheId}`, and the query of a read. */
  readonly path: string;
  /** In the order of the path: `id` is the id of the resource, every other one is an argument. */
  readonly placeholders: readonly string[];
  /** Whether the API documents it. Otherwise the user has named it in `apphosting:operations`. */
  readonly isDocumented: boolean;
}

export function parseOperation(text: string, isDocumented = true): Operation {
  const [, method, path] = /^(POST|PATCH|GET|DELETE) (\/(?:[^\s{}]|\{\w+\})*)$/.exec(text) ?? [];
  if (method === undefined || path === undefined) {
    throw new Error(`"${text}" is no operation such as "PATCH /caches/{cacheId}"`);
  }
  return { method: method as Method, path, placeholders: findPlaceholders(path), isDocumented };
}

function findPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Fills the placeholders of a path with URL-encoded values. */
export function fillPlaceholders(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
