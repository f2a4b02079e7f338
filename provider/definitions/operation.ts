/** The operations of the API, as a definition writes them: `PATCH /caches/{cacheId}`. */

export type Method = "POST" | "PATCH" | "GET" | "DELETE";

/** An operation, parsed once: a documented one when the module loads, one that the user names when the configuration is read. */
export interface Operation {
  readonly method: Method;
  /**
   * The path below the base URL; a read that the user names can have a query. Each placeholder, such as `{cacheId}`, stands for a
   * value in it.
   */
  readonly path: string;
  /** The names of the placeholders in the order of the path: `id` is the id of the resource, every other one is an argument. */
  readonly placeholders: readonly string[];
  /** Whether the user has named it, because the API does not document it. */
  readonly isNamed: boolean;
}

/**
 * Parses an operation. A wrong placeholder is refused here: it would reach the API as `/undefined`.
 *
 * @param names the names that its placeholders may have
 * @throws Error where the text is no operation, or a placeholder has another name
 */
export function parseOperation(text: string, names: readonly string[], isNamed = false): Operation {
  const [, method, path] = /^(POST|PATCH|GET|DELETE) (\/(?:[^\s{}]|\{\w+\})*)$/.exec(text) ?? [];
  if (method === undefined || path === undefined) {
    throw new Error(`"${text}" is no operation such as "GET /caches/{id}"`);
  }
  const placeholders = findPlaceholders(path);
  if (!placeholders.every((name) => names.includes(name))) {
    throw new Error(`"${text}" has a placeholder that is none of ${names.map((name) => `{${name}}`).join(", ")}`);
  }
  return { method: method as Method, path, placeholders, isNamed };
}

export function findPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Puts values in the place of the placeholders, each as `write` writes it. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  write = (value: string) => value,
): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => write(String(values[name])));
}
