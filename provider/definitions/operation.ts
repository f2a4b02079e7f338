/** The operations of the API, as a definition writes them: `PATCH /caches/{cacheId}`. */

export type Method = "POST" | "PATCH" | "GET" | "DELETE";

/** An operation that the API doesn't document. Users name it where their API supports it. */
export type OperationName = "read" | "update" | "delete";
export const operationNames: readonly OperationName[] = ["read", "update", "delete"];

export interface Operation {
  readonly method: Method;
  /** Below the base URL, with placeholders such as `{cacheId}`, and with the query of a read. */
  readonly path: string;
  /** In the order of the path. `id` is the id of the resource; every other one is an argument. */
  readonly placeholders: readonly string[];
  readonly isDocumented: boolean;
}

export function parseOperation(text: string, isDocumented = true): Operation {
  if (!/^(POST|PATCH|GET|DELETE) \/([^\s{}]|\{\w+\})*$/.test(text)) {
    throw new Error(`"${text}" is no operation such as "PATCH /caches/{cacheId}"`);
  }
  const [method, path] = text.split(" ") as [Method, string];
  return { method, path, placeholders: path.match(/(?<=\{)\w+/g) ?? [], isDocumented };
}
