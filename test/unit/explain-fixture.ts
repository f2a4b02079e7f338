/** What the tests of messages share: the request of each operation, and what is said of its failure. */

import { applicationRequest } from "../../provider/api/application.js";
import { cacheRequest } from "../../provider/api/cache.js";
import { environmentRequest } from "../../provider/api/environment.js";
import { ApiError, type Effect, type Failure, type Operation } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import { defaultFieldNames, type WireNames } from "../../provider/api/request.js";
import { explain } from "../../provider/host/explain.js";

const requests: Readonly<
  Record<Operation, [WireNames, stated: JsonObject, pathArgument: string | undefined]>
> = {
  "create application": [
    applicationRequest(defaultFieldNames),
    { name: "Shop", sourceControlProvider: "hostA" },
    undefined,
  ],
  "create environment": [
    environmentRequest,
    { applicationId: "app-9", name: "staging", branch: "main" },
    "applicationId",
  ],
  "update cache": [cacheRequest(defaultFieldNames), { cacheId: "cache-9", name: "sessions" }, "cacheId"],
};
export const operations = Object.keys(requests) as Operation[];

export function message(operation: Operation, failure: Failure, effect: Effect = "none"): string {
  const [wireNames, stated, pathArgument] = requests[operation];
  return explain(new ApiError(operation, failure, effect), {
    wireNames,
    stated,
    pathArgument,
    token: "secret-token",
  });
}

export function failed(status: number, said?: string, fields: Record<string, string[]> = {}): StatusFailure {
  return { kind: "status", status, message: said, fields };
}

type StatusFailure = Extract<Failure, { kind: "status" }>;
