/** The lines about waits, for a limit and between two attempts. */

import { mock } from "node:test";
import { expect } from "chai";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import type { Failure } from "../../../../provider/api/http/errors.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import { createWaitLog, describeRetry, limitReason } from "../../../../provider/api/http/wait-log.js";
import { createRequest, updateRequest } from "./client-fixture.js";

describe("Lines about waits", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setInterval", "Date"] }));
  afterEach(() => mock.timers.reset());

  it("Wait log: a line for each wait of more than a second, and for what all requests wait for at most every 15 s", () => {
    const lines: string[] = [];
    const logWait = createWaitLog((line) => lines.push(line));
    logWait(1000, { text: "a second", isShared: false });
    logWait(1001, limitReason);
    mock.timers.tick(14_999);
    logWait(2000, limitReason);
    for (const wait of [2000, 1500]) logWait(wait, { text: "one request", isShared: false });
    mock.timers.tick(1);
    logWait(3140, limitReason);
    const limited = "the API limits requests (429); each request waits for 10 minutes at most";
    const retries = ["waiting 2.0 s: one request", "waiting 1.5 s: one request"];
    expect(lines).to.deep.equal([`waiting 1.0 s: ${limited}`, ...retries, `waiting 3.1 s: ${limited}`]);
  });

  const address = "api.example.com";
  const settings = { timeoutSeconds: 60, maxRetries: 4 };
  const broken: Failure = { kind: "connection", detail: "ECONNRESET", address };
  const refused: Failure = { kind: "status", status: 503, message: "secret", fields: {} };
  const unknown: Failure = { kind: "connection", detail: "ENOTFOUND", address };
  const silent: Failure = { kind: "timeout", seconds: 60, address, connected: false };
  const each = "each request is attempted 5 times, timeout 60 s";
  const table: readonly [request: ApiRequest, attempt: number, FailedAttempt, text: string, isShared: boolean][] = [
    [
      { ...updateRequest, path: "/caches/a%0Ab?include=x" },
      0,
      { failure: refused, effect: "unknown" },
      "update cache a%0Ab failed with status 503; attempt 2 of 5, timeout 60 s",
      false,
    ],
    [
      updateRequest,
      2,
      { failure: broken, effect: "unknown" },
      `update cache cache-1 got no response: the connection to ${address} failed (ECONNRESET); attempt 4 of 5, timeout 60 s`,
      false,
    ],
    [createRequest, 1, { failure: unknown, effect: "none" }, `${address} cannot be reached (ENOTFOUND); ${each}`, true],
    [updateRequest, 0, { failure: silent, effect: "none" }, `${address} cannot be reached within 60 s; ${each}`, true],
  ];
  for (const [request, attempt, failed, text, isShared] of table) {
    it(`Wait log between attempts: "${text}"`, () => {
      expect(describeRetry(request, attempt, failed, settings)).to.deep.equal({ text, isShared });
    });
  }
});
