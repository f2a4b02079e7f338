/** What the programs of these tests set, of what the sandbox has: the required arguments alone, and all of them. */

import type { JsonObject } from "../../provider/api/json.js";
import * as documented from "../documented/index.js";

function inputs(which: "all" | "required") {
  return {
    application: documented.validInputs(documented.application, which),
    environment: { ...documented.validInputs(documented.environment, which), applicationId: "app-1" },
    cache: { ...documented.validInputs(documented.cache, which), cacheId: "cache-1" },
  };
}

export const required = inputs("required");
export const all = inputs("all");

/** The outputs that are not null. */
export function known(outputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== null));
}
