/** The operations of the API, as a definition writes them: `PATCH /caches/{cacheId}`. */

export type Method = "POST" | "PATCH" | "GET";

/** The path is below the base URL; a placeholder is one segment of it. */
export function operationOf(text: string): { readonly method: Method; readonly path: string } {
  const [method, path] = text.split(" ") as [Method, string];
  return { method, path };
}

/** `{id}` is the id of the resource, every other placeholder an argument. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Whether a URL holds a path as it is written. With a segment of `..`, for instance, it would lead elsewhere. */
export function isKeptByUrl(path: string): boolean {
  const address = `http://api${path}`;
  return new URL(address).href === address;
}

/** The template with its values, each as `write` writes it. */
export function filled(template: string, values: Readonly<Record<string, unknown>>, write = (value: string) => value) {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => write(String(values[name])));
}
