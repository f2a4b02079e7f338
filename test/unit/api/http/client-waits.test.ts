/** The lines about waits, for a limit and between two attempts. */

import { mock } from "node:test";
import { expect } from "chai";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import type { Failure } from "../../../../provider/api/http/errors.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import { createRequest, createTestClient, passTime, updateRequest, useFastTime } from "./client-fixture.js";

/** Sends a request whose attempts fail so, and then succeed. Resolves to the lines about waits. */
async function sendAfterFailures(request: ApiRequest, ...failed: FailedAttempt[]): Promise<string[]> {
  const lines: string[] = [];
  const settings = { maxRetries: 4, log: (line: string) => lines.push(line) };
  const client = createTestClient(settings, async () => failed.shift() ?? { body: {} });
  await passTime(client.send(request));
  return lines;
}

describe("Lines about waits", () => {
  useFastTime();

  const address = "api.example.com";
  const broken: Failure = { kind: "connection", detail: "ECONNRESET", address, connected: true };
  const refused: Failure = { kind: "status", status: 503, message: "secret", fields: {} };
  const unknown: Failure = { kind: "connection", detail: "ENOTFOUND", address, connected: false };
  const silent: Failure = { kind: "timeout", seconds: 60, address, connected: false };
  const each = "each request is attempted 5 times, timeout 60 s";

  const table: readonly [request: ApiRequest, FailedAttempt, text: string][] = [
    [
      { ...updateRequest, path: "/caches/a%0Ab?include=x" },
      { failure: refused, outcome: "unknown" },
      "update cache a%0Ab failed with status 503; attempt 2 of 5, timeout 60 s",
    ],
    [
      updateRequest,
      { failure: broken, outcome: "unknown" },
      `update cache cache-1 got no response: the connection to ${address} failed (ECONNRESET); attempt 2 of 5, timeout 60 s`,
    ],
    [
      createRequest,
      { failure: { ...refused, status: 409 }, outcome: "no effect" },
      "create application failed with status 409; attempt 2 of 5, timeout 60 s",
    ],
    [createRequest, { failure: unknown, outcome: "no effect" }, `${address} can't be reached (ENOTFOUND); ${each}`],
    [updateRequest, { failure: silent, outcome: "no effect" }, `${address} can't be reached within 60 s; ${each}`],
  ];
  for (const [request, failed, text] of table) {
    it(`Wait log between attempts: "${text}"`, async () => {
      const lines = await sendAfterFailures(request, { ...failed, retryAfter: 2000 });
      expect(lines).to.deep.equal([`waiting 2.0 s: ${text}`]);
    });
  }

  it("Wait log: no line for a wait of up to a second", async () => {
    const waits = [1000, 500].map((retryAfter) => ({ failure: refused, outcome: "unknown" as const, retryAfter }));
    expect(await sendAfterFailures(updateRequest, ...waits)).to.deep.equal([]);
  });

  it("Wait log: one line in 15 s, whatever the requests wait for", async () => {
    mock.method(Math, "random", () => 0);
    const limit: FailedAttempt = { failure: { ...refused, status: 429 }, outcome: "no effect", retryAfter: 13_000 };
    const retry = (retryAfter: number): FailedAttempt => ({ failure: refused, outcome: "unknown", retryAfter });
    const lines = await sendAfterFailures(updateRequest, limit, retry(2500), retry(3000));
    expect(lines).to.deep.equal([
      "waiting 13.0 s: the API limits requests (429); each request waits for 10 minutes at most",
      "waiting 3.0 s: update cache cache-1 failed with status 503; attempt 3 of 5, timeout 60 s",
    ]);
  });
});
