/** The arguments that the programs of these tests set, for what the sandbox has: the required ones alone, and all of them. */

import type { JsonObject } from "../../provider/api/http/json.js";
import { selectValidInputs } from "../documented/facts.js";
import * as documented from "../documented/index.js";

function selectInputs(which: "all" | "required") {
  return {
    application: selectValidInputs(documented.application, which),
    environment: { ...selectValidInputs(documented.environment, which), applicationId: "app-1" },
    cache: { ...selectValidInputs(documented.cache, which), cacheId: "cache-1" },
  };
}

export const requiredInputs = selectInputs("required");
export const allInputs = selectInputs("all");

/** Drops the outputs that are null. */
export function dropNulls(outputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== null));
}
