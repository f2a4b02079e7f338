import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { type ClientSettings, createClient } from "../../../provider/api/client.js";
import type { ApiRequest, Failure } from "../../../provider/api/errors.js";
import {
  catchRequestError,
  createRequest,
  passTime,
  transportSettings,
  updateRequest,
  useFastTime,
} from "./client-fixture.js";

const deleteRequest: ApiRequest = { action: "delete cache", method: "DELETE", path: "/caches/cache-1" };

/** Creates a client whose attempts fail in this order and then succeed. */
function createFailingClient(failures: readonly Failure[], settings: Partial<ClientSettings> = {}) {
  const lines: string[] = [];
  const attempts: { time: number; isRetry: boolean }[] = [];
  const log = (line: string) => lines.push(line);
  const send = createClient({ ...transportSettings, maxRetries: 2, log, ...settings }, async (_, isRetry) => {
    attempts.push({ time: Date.now(), isRetry });
    const failure = failures[attempts.length - 1];
    return failure === undefined ? { body: "done" } : { failure };
  });
  return { send, lines, attempts };
}

const busy = (status: number, retryAfter?: number): Failure => ({
  happened: `failed with status ${status}`,
  outcome: "no effect",
  status,
  retryAfter,
});
const down = (status = 503, retryAfter?: number): Failure => ({
  ...busy(status, retryAfter),
  outcome: "unknown",
  isTransient: true,
});
const unsent: Failure = { happened: "was not sent: no connection", outcome: "no effect", isTransient: true };
const lost: Failure = { happened: "got no response", outcome: "unknown", isTransient: true };

describe("Client", () => {
  useFastTime();

  const table: readonly (readonly [
    what: string,
    request: ApiRequest,
    failures: readonly Failure[],
    attempts: number,
    result: string,
  ])[] = [
    ["resends a PATCH until it succeeds", updateRequest, [down(), lost], 3, "done"],
    ["resends a PATCH up to maxRetries times", updateRequest, [down(500), down(504), down(503)], 3, "503 unknown"],
    ["doesn't resend a POST that may have succeeded", createRequest, [down()], 1, "503 unknown"],
    ["resends a POST that wasn't sent", createRequest, [unsent, unsent], 3, "done"],
    ["resends a POST to a busy resource", createRequest, [busy(423, 0), busy(425, 0)], 3, "done"],
    ["resends a DELETE of a busy resource", deleteRequest, [busy(409, 0)], 2, "done"],
    ["keeps an unknown outcome after a later refusal", updateRequest, [lost, busy(422)], 2, "422 unknown"],
    ["keeps an unknown outcome after a 429", updateRequest, [lost, busy(429, 700_000)], 2, "429 unknown"],
    ["reports no effect of a GET", { ...updateRequest, method: "GET" }, [down(), down(), down()], 3, "503 no effect"],
    ["fails at once where a retry can't help", updateRequest, [busy(422)], 1, "422 no effect"],
  ];
  for (const [what, request, failures, count, expected] of table) {
    it(`Client: ${what}`, async () => {
      const { send, attempts } = createFailingClient(failures);
      const result = await passTime(send(request)).catch(
        ({ failure: { status, outcome } }) => `${status ?? "unsent"} ${outcome}`,
      );
      expect(result).to.equal(expected);
      expect(attempts.map(({ isRetry }) => isRetry)).to.deep.equal(attempts.map((_, index) => index > 0));
      expect(attempts).to.have.length(count);
    });
  }

  it("Client: an error has the request, and the last failure with all that it tells", async () => {
    const failure = { ...busy(422), message: "No.", fields: { name: ["Taken."] }, nextStep: "Wait." };
    const error = await catchRequestError(createFailingClient([failure]).send(updateRequest));
    expect(error.request).to.equal(updateRequest);
    expect(error.failure).to.deep.include(failure);
    expect(error.message).to.equal("update cache failed with status 422");
  });

  for (const [failure, times] of [
    [down(), [0, 500]],
    [down(503, 0), [0, 500]],
    [down(503, 2000), [0, 2000]],
    [down(503, 61_000), [0, 60_000]],
    [down(503, 600_000), [0, 60_000]],
    [busy(429, 2000), [0, 2000]],
    [busy(429, 300_000), [0, 300_000]],
    [busy(429, 0), [0, 500]],
  ] as const) {
    it(`Client: after a ${failure.status} with a Retry-After of ${failure.retryAfter} ms, waits ${times[1]} ms`, async () => {
      const { send, attempts } = createFailingClient([failure]);
      await passTime(send(updateRequest));
      expect(attempts.map(({ time }) => time)).to.deep.equal(times);
    });
  }

  for (const [request, status] of [
    [updateRequest, 500],
    [updateRequest, 503],
    [createRequest, 503],
  ] as const) {
    it(`Client: a ${request.method} answered ${status} with a Retry-After over ten minutes fails at once`, async () => {
      const { send, attempts } = createFailingClient([down(status, 3_600_000)]);
      const { failure } = await catchRequestError(send(request));
      const wait = "; the API accepts requests again in 60 minutes";
      expect(failure).to.include({ outcome: "unknown", happened: `failed with status ${status}${wait}` });
      expect(attempts).to.have.length(1);
    });
  }

  it("Rate limit: a request fails after ten minutes of 429, counted besides maxRetries", async () => {
    const { send, attempts } = createFailingClient(Array(200).fill(busy(429)), { maxRetries: 0 });
    const { failure } = await passTime(catchRequestError(send(createRequest)));
    expect(failure.happened).to.equal("failed with status 429 after a wait of up to 10 minutes");
    expect(failure.nextStep).to.include("--parallel 4");
    expect(failure.outcome).to.equal("no effect");
    expect(Date.now()).to.be.within(590_000, 600_000);
    expect(attempts.length).to.be.within(70, 85);
  });

  for (const [waits, count, happened] of [
    [[3_600_000], 1, "failed with status 429; the API accepts requests again in 60 minutes"],
    [
      [300_000, 290_000, 20_000],
      3,
      "failed with status 429 after a wait of up to 10 minutes; the API accepts requests again in a minute",
    ],
  ] as const) {
    it(`Rate limit: a Retry-After past ten minutes in all (${waits} ms) fails at once`, async () => {
      const { send, attempts } = createFailingClient(waits.map((wait) => busy(429, wait)));
      const { failure } = await passTime(catchRequestError(send(updateRequest)));
      expect([failure.happened, attempts.length]).to.deep.equal([happened, count]);
    });
  }

  it("Rate limit: requests that were limited together come back apart, and the log has one line", async () => {
    const jitters = [0.1, 0.5];
    mock.method(Math, "random", () => jitters.shift() ?? 0);
    const { send, attempts, lines } = createFailingClient([busy(429, 3000), busy(429, 2000)]);
    const sent = [send(updateRequest), send(updateRequest)];
    await turn();
    await passTime(Promise.all([...sent, send(createRequest)]));
    expect(attempts.map(({ time }) => time)).to.deep.equal([0, 0, 0, 2500, 3100]);
    expect(lines).to.deep.equal([
      "waiting 3.1 s: the API limits requests (429); each request waits for 10 minutes at most",
    ]);
  });

  const colored = { ...updateRequest, path: "/caches/a%0Ab?include=x" };
  for (const [request, failure, line] of [
    [colored, down(503, 2000), "update cache a%0Ab failed with status 503; attempt 2 of 3, timeout 7 s"],
    [updateRequest, { ...lost, retryAfter: 2000 }, "update cache cache-1 got no response; attempt 2 of 3, timeout 7 s"],
    [createRequest, busy(409, 2000), "create application failed with status 409; attempt 2 of 3, timeout 7 s"],
    [createRequest, busy(409, 1000), ""],
  ] as const) {
    it(`Wait log after ${failure.retryAfter} ms: ${line === "" ? "no line" : `"${line.split(";")[0]}"`}`, async () => {
      const { send, lines } = createFailingClient([failure]);
      await passTime(send(request));
      expect(lines).to.deep.equal(line === "" ? [] : [`waiting 2.0 s: ${line}`]);
    });
  }

  it("Wait log: has at most one line in 15 s, even if the computer's clock goes back", async () => {
    let uptime = 0;
    mock.method(performance, "now", () => uptime);
    const { send, lines } = createFailingClient([down(503, 3000), down(503, 3000), down(503, 3000)], { maxRetries: 3 });
    const sent = send(updateRequest);
    for (const passed of [0, 14_999, 15_000]) {
      uptime = passed;
      mock.method(Date, "now", () => -passed);
      for (const _ of Array(5)) await turn();
      mock.timers.tick(3000);
    }
    await sent;
    expect(lines.map((text) => text.replace(/.*; attempt/, ""))).to.deep.equal([
      " 2 of 4, timeout 7 s",
      " 4 of 4, timeout 7 s",
    ]);
  });
});
