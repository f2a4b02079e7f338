/** What the tests of messages share: the request of each operation, and what is said of its failure. */

import { ApiError, type Effect, type Failure, type Operation } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/definitions/application.js";
import { cache } from "../../provider/definitions/cache.js";
import { type Definition, wireNames } from "../../provider/definitions/definition.js";
import { environment } from "../../provider/definitions/environment.js";
import { type AllFieldNames, defaultFieldNames } from "../../provider/definitions/field-names.js";
import { explain } from "../../provider/host/explain.js";

const requests: Readonly<Record<Operation, [Definition, stated: JsonObject, pathArgument: string | undefined]>> = {
  "create application": [application, { name: "Shop", sourceControlProvider: "hostA" }, undefined],
  "create environment": [environment, { applicationId: "app-9", name: "staging", branch: "main" }, "applicationId"],
  "update cache": [cache, { cacheId: "cache-9", name: "sessions" }, "cacheId"],
};
export const operations = Object.keys(requests) as Operation[];

export function message(
  operation: Operation,
  failure: Failure,
  effect: Effect = "none",
  fieldNames: AllFieldNames = defaultFieldNames,
): string {
  const [definition, stated, pathArgument] = requests[operation];
  return explain(new ApiError(operation, failure, effect), {
    wireNames: wireNames(definition, fieldNames),
    stated,
    pathArgument,
    token: "secret-token",
  });
}

export function failed(status: number, said?: string, fields: Record<string, string[]> = {}): StatusFailure {
  return { kind: "status", status, message: said, fields };
}

type StatusFailure = Extract<Failure, { kind: "status" }>;
