import type { Json, JsonObject } from "../../provider/api/json.js";

/** As the engine marks a secret in its protocol. */
export function secret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
