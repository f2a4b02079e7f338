/** Every text that hangs on a value, by whatever property of its own, enumerable or not. */
export function texts(value: unknown, seen = new Set<object>()): string[] {
  if (typeof value === "string") return [value];
  if (Buffer.isBuffer(value)) return [value.toString()];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => [String(key), ...texts(read(value, key), seen)]);
}

/** Some getters work on other objects alone. */
function read(object: object, key: string | symbol): unknown {
  try {
    return Reflect.get(object, key);
  } catch {
    return undefined;
  }
}
