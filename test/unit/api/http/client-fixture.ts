/** What the tests of the client share: requests, an API by nock, and a clock that runs as fast as events allow. */

import type { TcpNetConnectOpts } from "node:net";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import nock from "nock";
import type { FailedAttempt, SuccessfulAttempt } from "../../../../provider/api/http/attempt.js";
import { type ClientSettings, createClient } from "../../../../provider/api/http/client.js";
import { ApiError } from "../../../../provider/api/http/errors.js";
import type { ApiRequest, SendAttempt } from "../../../../provider/api/http/transport.js";

// Once loaded, nock stands between every test of the process and the network. Only some suites want that.
nock.restore();

export const apiHost = "https://api.example.com";

const body = { name: "nn" };
export const updateRequest: ApiRequest = { action: "update cache", method: "PATCH", path: "/caches/cache-1", body };
export const createRequest: ApiRequest = { action: "create application", method: "POST", path: "/applications", body };

export function createTestClient(settings: Partial<ClientSettings> = {}, sendAttempt?: SendAttempt) {
  const all: ClientSettings = {
    token: "secret-token",
    baseUrl: `${apiHost}/v1`,
    timeoutSeconds: 60,
    maxRetries: 0,
    userAgent: "pulumi-apphosting/test",
    log: () => {},
    ...settings,
  };
  return { send: createClient(all, sendAttempt) };
}

/** Creates a client whose attempts fail in this order and then succeed. Lists its lines and the times of attempts. */
export function createFailingClient(failed: readonly FailedAttempt[], settings: Partial<ClientSettings> = {}) {
  const lines: string[] = [];
  const times: number[] = [];
  const client = createTestClient({ log: (line) => lines.push(line), ...settings }, async () => {
    times.push(Date.now());
    return failed[times.length - 1] ?? { body: {} };
  });
  return { ...client, lines, times };
}

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

export const retryAtOnce = { "retry-after": "0" };

export type Step = number | NodeJS.ErrnoException;

/** Makes an API that takes the steps in order: each is a status, or an error of the network. */
export function mockApi(
  { method, path }: ApiRequest,
  steps: readonly Step[],
  headers: Record<string, string> = retryAtOnce,
) {
  const scope = nock(apiHost);
  for (const step of steps) {
    const interceptor = scope.intercept(`/v1${path}`, method);
    if (typeof step === "number") interceptor.reply(step, { message: `step ${step}` }, headers);
    else interceptor.replyWithError(step);
  }
  return { taken: () => steps.length - scope.pendingMocks().length };
}

export async function catchApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("no ApiError was thrown", { cause: error });
  return error;
}

/** Returns the body of the response, or of an error the status or the kind of its failure, and its effect. */
export async function readOutcome(promise: Promise<SuccessfulAttempt>): Promise<unknown> {
  return promise.then(
    ({ body }) => body,
    ({ failure, outcome }: ApiError) => [failure.kind === "status" ? failure.status : failure.kind, outcome],
  );
}

/** Finds how long Node tries each of several addresses, for every connection. */
export function findTimeouts({ mock: { calls } }: { mock: { calls: { arguments: unknown[] }[] } }): unknown[] {
  return calls.map(({ arguments: [first] }) => {
    const [options] = [first].flat() as [TcpNetConnectOpts];
    return options.autoSelectFamilyAttemptTimeout;
  });
}

/** Stops the clock for each test of a suite. Time then passes in `passTime` alone. */
export function useFastTime(): void {
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    mock.method(performance, "now", () => Date.now());
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
}

/** Lets time pass in small steps, so that what one step sets off can act in the next, until the work has ended. */
export async function passTime<T>(work: Promise<T>): Promise<T> {
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
