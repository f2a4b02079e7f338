import type { JsonObject } from "../../provider/api/http/json.js";
import { type DocumentedResource, selectValidInputs } from "../documented/facts.js";
import { documented } from "../documented/index.js";

export function findDocumented(code: string): DocumentedResource {
  const found = documented.find(({ className }) => className.toLowerCase() === code.toLowerCase());
  if (found === undefined) throw new Error(`test/documented has no ${code}`);
  return found;
}

export function selectInputs(code: string, which: "all" | "required" = "required"): JsonObject {
  const { arguments: args, ...rest } = findDocumented(code);
  const inputs = selectValidInputs({ ...rest, arguments: args }, which);
  // Values in the path are ids, and the sandbox's ids have no slash.
  const entries = Object.entries(inputs).map(([name, value]) => [
    name,
    args[name]?.wire === undefined && typeof value === "string" ? value.replace("/", "-") : value,
  ]);
  return Object.fromEntries(entries);
}

export function dropNulls(outputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== null));
}
