/** What the tests of the client share: requests, an API by nock, and a clock that runs as fast as events allow. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import nock from "nock";
import { createClient } from "../../provider/api/client.js";
import { ApiError } from "../../provider/api/errors.js";
import type { ApiRequest, ClientSettings } from "../../provider/api/http.js";

// Loading nock puts it between every test of the process and the network.
nock.restore();

export const host = "https://api.example.com";

export const update: ApiRequest = {
  operation: "update cache",
  method: "PATCH",
  path: "/caches/cache-1",
  body: { name: "nn" },
};
export const create: ApiRequest = {
  operation: "create application",
  method: "POST",
  path: "/applications",
  body: { name: "nn" },
};

export function clientWith(settings: Partial<ClientSettings> = {}) {
  return createClient({
    token: "secret-token",
    baseUrl: `${host}/v1`,
    timeoutSeconds: 60,
    maxRetries: 0,
    userAgent: "pulumi-apphosting/test",
    log: () => {},
    ...settings,
  });
}

/** Puts nock between the tests of a suite and the network. */
export function useNock(): void {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  afterEach(() => nock.cleanAll());
}

/** Ends a wait at once, so that the tests do not wait. */
export const atOnce = { "retry-after": "0" };

export type Step = number | NodeJS.ErrnoException;

/** An API that responds, or breaks off, as the steps say, one after the other; and how many of them were taken. */
export function api({ method, path }: ApiRequest, steps: readonly Step[], headers: Record<string, string> = atOnce) {
  const scope = nock(host);
  for (const step of steps) {
    const interceptor = scope.intercept(`/v1${path}`, method);
    if (typeof step === "number") interceptor.reply(step, { message: `step ${step}` }, headers);
    else interceptor.replyWithError(step);
  }
  return { taken: () => steps.length - scope.pendingMocks().length };
}

/** What was thrown instead of a response. */
export async function failed(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("no ApiError was thrown", { cause: error });
  return error;
}

/** The response, or the error as the status or kind of its failure and what became of the request. */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(({ failure, effect }: ApiError) => [
    failure.kind === "status" ? failure.status : failure.kind,
    effect,
  ]);
}

/** A clock for tests that would wait; see `passing`. */
export function useFastTime(): void {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] }));
  afterEach(() => mock.timers.reset());
}

/** Lets time pass in small steps, so that what one step sets off can act in the next, until the work has ended. */
export async function passing<T>(work: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  while (!ended) {
    await turn();
    mock.timers.tick(10);
  }
  return work;
}
