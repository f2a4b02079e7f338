import { mock } from "node:test";
import { expect } from "chai";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import type { Failure } from "../../../../provider/api/http/errors.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import {
  createFailingClient,
  createRequest,
  createTestClient,
  mockApi,
  passTime,
  readOutcome,
  type Step,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

const client = () => createTestClient({ maxRetries: 2 });

const done = { message: "step 200" };

describe("Retries", () => {
  useNock();
  useFastTime();

  const table: readonly [what: string, request: ApiRequest, steps: readonly Step[], taken: number, outcome: unknown][] =
    [
      ["resends a PATCH after 503 and 502 until it succeeds", updateRequest, [503, 502, 200], 3, done],
      ["resends a PATCH up to maxRetries times", updateRequest, [500, 504, 503, 200], 3, [503, "unknown"]],
      ["reports a PATCH's unknown outcome even after a later 422", updateRequest, [503, 422], 2, [422, "unknown"]],
      ["doesn't resend a POST after 503, as it may have succeeded", createRequest, [503, 200], 1, [503, "unknown"]],
      ["resends a POST after 423 and 425 with a Retry-After", createRequest, [423, 425, 200], 3, done],
      ["resends a DELETE after 409 with a Retry-After", { ...updateRequest, method: "DELETE" }, [409, 200], 2, done],
      ["distrusts 404 to a resent DELETE", { ...updateRequest, method: "DELETE" }, [503, 404], 2, [404, "unknown"]],
      ["resends a POST up to maxRetries times after 409", createRequest, [409, 409, 409], 3, [409, "no effect"]],
    ];
  for (const [what, request, steps, taken, expected] of table) {
    it(`Retries: the client ${what}`, async () => {
      const called = mockApi(request, steps);
      expect(await passTime(readOutcome(client().send(request)))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  it("Retries: the client waits for the longer of the back-off and Retry-After", async () => {
    for (const [steps, header, least] of [
      [[503, 503], "0", 375 + 750],
      [[503], "2", 2000],
    ] as const) {
      mockApi(updateRequest, steps, { "retry-after": header });
      mockApi(updateRequest, [200]);
      const started = Date.now();
      await passTime(client().send(updateRequest));
      expect(Date.now() - started).to.be.at.least(least);
    }
  });

  async function listWaits(request: ApiRequest, ...failed: FailedAttempt[]): Promise<string[]> {
    const { send, lines } = createFailingClient(failed, { maxRetries: 4 });
    await passTime(send(request));
    return lines;
  }

  const address = "api.example.com";
  const broken: Failure = { kind: "connection", detail: "ECONNRESET", address, connected: true };
  const down: Failure = { kind: "status", status: 503, message: "secret", fields: {} };
  const unknown: Failure = { kind: "connection", detail: "ENOTFOUND", address, connected: false };
  const silent: Failure = { kind: "timeout", seconds: 60, address, connected: false };
  const each = "each request is attempted 5 times, timeout 60 s";

  const waits: readonly [request: ApiRequest, FailedAttempt, text: string][] = [
    [
      { ...updateRequest, path: "/caches/a%0Ab?include=x" },
      { failure: down, outcome: "unknown" },
      "update cache a%0Ab failed with status 503; attempt 2 of 5, timeout 60 s",
    ],
    [
      updateRequest,
      { failure: broken, outcome: "unknown" },
      `update cache cache-1 got no response: the connection to ${address} failed (ECONNRESET); attempt 2 of 5, timeout 60 s`,
    ],
    [
      createRequest,
      { failure: { ...down, status: 409 }, outcome: "no effect" },
      "create application failed with status 409; attempt 2 of 5, timeout 60 s",
    ],
    [createRequest, { failure: unknown, outcome: "no effect" }, `${address} can't be reached (ENOTFOUND); ${each}`],
    [updateRequest, { failure: silent, outcome: "no effect" }, `${address} can't be reached within 60 s; ${each}`],
  ];
  for (const [request, failed, text] of waits) {
    it(`Wait log: "${text.split(";")[0]}"`, async () => {
      const lines = await listWaits(request, { ...failed, retryAfter: 2000 });
      expect(lines).to.deep.equal([`waiting 2.0 s: ${text}`]);
    });
  }

  it("Wait log: omits a wait of up to a second", async () => {
    const short = [1000, 500].map((retryAfter) => ({ failure: down, outcome: "unknown" as const, retryAfter }));
    expect(await listWaits(updateRequest, ...short)).to.deep.equal([]);
  });

  it("Wait log: prints at most one line in 15 s", async () => {
    mock.method(Math, "random", () => 0);
    const limit: FailedAttempt = { failure: { ...down, status: 429 }, outcome: "no effect", retryAfter: 13_000 };
    const retry = (retryAfter: number): FailedAttempt => ({ failure: down, outcome: "unknown", retryAfter });
    const lines = await listWaits(updateRequest, limit, retry(2500), retry(3000));
    expect(lines).to.deep.equal([
      "waiting 13.0 s: the API limits requests (429); each request waits for 10 minutes at most",
      "waiting 3.0 s: update cache cache-1 failed with status 503; attempt 3 of 5, timeout 60 s",
    ]);
  });
});
