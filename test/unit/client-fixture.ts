/** What the tests of the client share: requests, a client for which each states its own settings, an API by nock. */

import nock from "nock";
import "./nock.js";
import { type ClientSettings, createClient } from "../../provider/api/client.js";
import type { ApiError } from "../../provider/api/errors.js";
import type { ApiRequest } from "../../provider/api/http.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";

export const host = "https://api.example.com";

export const update: ApiRequest = {
  operation: "update cache",
  method: "PATCH",
  path: ["caches", "cache-1"],
  body: {},
};
export const create: ApiRequest = {
  operation: "create application",
  method: "POST",
  path: ["applications"],
  body: {},
};

export function clientWith(settings: Partial<ClientSettings> = {}) {
  return createClient({
    token: "secret-token",
    baseUrl: `${host}/v1`,
    timeoutSeconds: 60,
    maxRetries: 0,
    fieldNames: defaultFieldNames,
    userAgent: "pulumi-apphosting/test",
    log: () => {},
    ...settings,
  });
}

/** Ends a wait at once, so that the tests do not wait. */
export const atOnce = { "retry-after": "0" };

export type Step = number | NodeJS.ErrnoException;

/** An API that answers, or breaks off, as the steps say, one after the other; and how many of them were taken. */
export function api({ method, path }: ApiRequest, steps: readonly Step[], headers: Record<string, string> = atOnce) {
  const scope = nock(host);
  for (const step of steps) {
    const interceptor = scope.intercept(`/${path.join("/")}`, method);
    if (typeof step === "number") interceptor.reply(step, { message: `step ${step}` }, headers);
    else interceptor.replyWithError(step);
  }
  return { taken: () => steps.length - scope.pendingMocks().length };
}

/** The answer, or the error as the status or kind of its failure and what became of the request. */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(({ failure, effect }: ApiError) => [
    failure.kind === "status" ? failure.status : failure.kind,
    effect,
  ]);
}
