import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { type ClientSettings, createClient } from "../../../provider/api/client.js";
import { type ApiRequest, type Failure, RequestError } from "../../../provider/api/errors.js";
import { createRequest, deleteRequest, transportSettings, updateRequest } from "./client-fixture.js";

/** Lets time pass in small steps, so that what one step sets off can act in the next, until the work has ended. */
async function passTime<T>(work: Promise<T>): Promise<T> {
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

async function catchRequestError(work: Promise<unknown>): Promise<RequestError> {
  const error = await passTime(work).catch((thrown: unknown) => thrown);
  if (!(error instanceof RequestError)) throw new Error("no RequestError was thrown", { cause: error });
  return error;
}

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

const refused = (status: number, retryAfter = 0): Failure => ({
  happened: `failed with status ${status}`,
  outcome: "no effect",
  status,
  retryAfter,
});
const busy = (status: number, retryAfter = 0): Failure => ({ ...refused(status, retryAfter), isTransient: true });
const down = (retryAfter = 0): Failure => ({ ...busy(503, retryAfter), outcome: "unknown" });
const update = "update cache (PATCH /caches/cache-1)";
const unsent: Failure = { happened: "was not sent: no connection", outcome: "no effect", isTransient: true };
const lost: Failure = { happened: "got no response", outcome: "unknown", isTransient: true };

describe("Client", () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    mock.method(performance, "now", () => Date.now());
    mock.method(Math, "random", () => 0);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  for (const [what, request, failures, count, expected] of [
    ["resends a PATCH until it succeeds", updateRequest, [down(), lost], 3, "done"],
    ["resends a PATCH up to maxRetries times", updateRequest, [lost, down(), down()], 3, "503 unknown"],
    ["doesn't resend a POST that may have succeeded", createRequest, [down()], 1, "503 unknown"],
    ["resends a POST that wasn't sent", createRequest, [unsent, unsent], 3, "done"],
    ["resends a POST to a busy resource", createRequest, [busy(423), busy(425)], 3, "done"],
    ["resends a DELETE of a busy resource", deleteRequest, [busy(409)], 2, "done"],
    ["keeps an unknown outcome after a later refusal", updateRequest, [lost, refused(422)], 2, "422 unknown"],
    ["keeps an unknown outcome after a 429", updateRequest, [lost, refused(429, 700_000)], 2, "429 unknown"],
    ["fails at once where a retry can't help", updateRequest, [refused(422)], 1, "422 no effect"],
    ["fails at once after 2xx without JSON", updateRequest, [{ ...lost, isTransient: false }], 1, "0 unknown"],
  ] as [string, ApiRequest, Failure[], attempts: number, result: string][]) {
    it(`Client: ${what}`, async () => {
      const { send, attempts } = createFailingClient(failures);
      const describe = ({ failure: { status, outcome } }: RequestError) => `${status} ${outcome}`;
      expect(await passTime(send(request)).catch(describe)).to.equal(expected);
      expect(attempts.map(({ isRetry }) => isRetry)).to.deep.equal(attempts.map((_, index) => index > 0));
      expect(attempts).to.have.length(count);
    });
  }

  it("Client: an error has the request, and the last failure with all that it tells", async () => {
    const failure = { ...refused(422), message: "No.", fields: { name: ["Taken."] }, nextStep: "Wait." };
    const error = await catchRequestError(createFailingClient([failure]).send(updateRequest));
    expect(error).to.include({ request: updateRequest, message: `${update} failed with status 422` });
    expect(error.failure).to.deep.include(failure);
  });

  for (const [failure, times] of [
    [down(), [0, 500]],
    [down(2000), [0, 2000]],
    [down(61_000), [0, 60_000]],
    [refused(429, 2000), [0, 2000]],
    [refused(429, 300_000), [0, 300_000]],
    [refused(429), [0, 500]],
  ] as const) {
    it(`Client: waits ${times[1]} ms after a ${failure.status} with Retry-After ${failure.retryAfter}`, async () => {
      const { send, attempts } = createFailingClient([failure]);
      await passTime(send(updateRequest));
      expect(attempts.map(({ time }) => time)).to.deep.equal(times);
    });
  }

  it("Client: a Retry-After past ten minutes fails at once", async () => {
    const { send, attempts } = createFailingClient([down(600_001)]);
    const { failure } = await catchRequestError(send(updateRequest));
    expect([failure.outcome, attempts.length]).to.deep.equal(["unknown", 1]);
  });

  it("Rate limit: a request fails after ten minutes of 429, counted besides maxRetries", async () => {
    const { send, attempts } = createFailingClient(Array(200).fill(refused(429)), { maxRetries: 0 });
    const { failure } = await catchRequestError(send(createRequest));
    expect(failure).to.include({ happened: "failed with status 429", outcome: "no effect" });
    expect(failure.nextStep).to.include("--parallel 4");
    expect(Date.now()).to.be.within(590_000, 600_000);
    expect(attempts.length).to.be.within(70, 85);
  });

  it("Rate limit: a Retry-After past ten minutes in all fails at once", async () => {
    const { send, attempts } = createFailingClient([300_000, 290_000, 20_000].map((wait) => refused(429, wait)));
    const { failure } = await catchRequestError(send(updateRequest));
    expect([failure.status, attempts.length]).to.deep.equal([429, 3]);
  });

  it("Rate limit: requests that were limited together come back apart, and the log has one line", async () => {
    const jitters = [0.1, 0.5];
    mock.method(Math, "random", () => jitters.shift() ?? 0);
    const { send, attempts, lines } = createFailingClient([refused(429, 3000), refused(429, 2000)]);
    const sent = [send(updateRequest), send(updateRequest)];
    await turn();
    await passTime(Promise.all([...sent, send(createRequest)]));
    expect(attempts.map(({ time }) => time)).to.deep.equal([0, 0, 0, 2500, 3100]);
    expect(lines).to.deep.equal([
      "waiting 3.1 s: the API limits requests (429); each request waits for 10 min at most",
    ]);
  });

  const colored = { ...updateRequest, path: "/caches/a%0Ab?include=x" };
  for (const [request, failure, line] of [
    [colored, down(2000), "update cache (PATCH /caches/a%0Ab) failed with status 503; attempt 2 of 3, timeout 7 s"],
    [createRequest, busy(409, 1000), ""],
  ] as const) {
    it(`Wait log after ${failure.retryAfter} ms: ${line === "" ? "no line" : `"${line.split(";")[0]}"`}`, async () => {
      const { send, lines } = createFailingClient([failure]);
      await passTime(send(request));
      expect(lines).to.deep.equal(line === "" ? [] : [`waiting 2.0 s: ${line}`]);
    });
  }
});
