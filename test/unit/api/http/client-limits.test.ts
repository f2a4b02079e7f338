import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import {
  catchApiError,
  createFailingClient,
  createRequest,
  createTestClient,
  passTime,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

describe("Rate limit", () => {
  useNock();
  useFastTime();

  it("429 without end: a request fails after waiting ten minutes at most", async () => {
    const client = createTestClient({}, async () => refuse(undefined, "Slow down."));
    const { failure, outcome } = await passTime(catchApiError(client.send(createRequest)));
    expect(failure).to.include({ kind: "rate limit", message: "Slow down." }).and.not.have.any.keys("retryAfter");
    expect((failure as { waitedSeconds: number }).waitedSeconds).to.be.within(590, 600);
    expect(outcome).to.equal("no effect");
    // The clock of the test rounds each wait up to a whole millisecond.
    expect(Date.now()).to.be.within(590_000, 601_000);
  });

  for (const [waits, sentCount] of [
    [[3_600_000], 1],
    [[300_000, 290_000, 20_000], 3],
  ] as const) {
    it(`429 with a Retry-After past ten minutes (${waits} ms): fails at once with that time`, async () => {
      const client = createFailingClient(waits.map((retryAfter) => refuse(retryAfter)));
      const { failure, outcome } = await passTime(catchApiError(client.send(updateRequest)));
      expect(failure).to.include({ kind: "rate limit", retryAfter: waits.at(-1) });
      expect([outcome, client.times.length]).to.deep.equal(["no effect", sentCount]);
    });
  }

  it("409 with a Retry-After over ten minutes: the client resends the request after a minute", async () => {
    const failure = { kind: "status", status: 409, message: undefined, fields: {} } as const;
    const busy: FailedAttempt = { failure, outcome: "no effect", retryAfter: 3_600_000 };
    const client = createFailingClient([busy], { maxRetries: 1 });
    await passTime(client.send(createRequest));
    expect(client.times).to.have.length(2);
    expect(Date.now()).to.be.within(60_000, 60_100);
  });

  for (const [request, status] of [
    [updateRequest, 500],
    [updateRequest, 503],
    [createRequest, 503],
  ] as const) {
    it(`${request.method} answered ${status} with a Retry-After over ten minutes: fails at once, outcome unknown`, async () => {
      const failure = { kind: "status", status, message: undefined, fields: {} } as const;
      const client = createFailingClient([{ failure, outcome: "unknown", retryAfter: 3_600_000 }], { maxRetries: 4 });
      const error = await catchApiError(client.send(request));
      expect(error.failure).to.deep.equal({ ...failure, retryAfter: 3_600_000 });
      expect(error.outcome).to.equal("unknown");
    });
  }

  it("429: each request waits with its own jitter, and the log has one line", async () => {
    const jitters = [0.1, 0.5];
    mock.method(Math, "random", () => jitters.shift() ?? 0);
    const { send, times, lines } = createFailingClient([refuse(3000), refuse(2000)]);
    const sent = [send(updateRequest), send(updateRequest)];
    await turn();
    await passTime(Promise.all([...sent, send(createRequest)]));
    expect(times).to.deep.equal([0, 0, 0, 2500, 3100]);
    expect(lines).to.deep.equal([
      "waiting 3.1 s: the API limits requests (429); each request waits for 10 minutes at most",
    ]);
  });

  it("429: the client resends the request after Retry-After even if the clock goes back", async () => {
    mock.method(Math, "random", () => 0);
    let waited = 0;
    mock.method(performance, "now", () => waited);
    const client = createFailingClient([refuse(2000)]);
    const sent = client.send(createRequest);
    await turn();
    mock.method(Date, "now", () => -3_600_000);
    for (; client.times.length < 2 && waited < 10_000; waited += 10) {
      mock.timers.tick(10);
      await turn();
    }
    await sent;
    expect(waited).to.be.within(2000, 2100);
  });

  it("429 with a Retry-After of 0: the request backs off as without a Retry-After", async () => {
    mock.method(Math, "random", () => 0);
    await passTime(createFailingClient([refuse(0), refuse(0)]).send(createRequest));
    expect(Date.now()).to.be.within(1500, 1520);
  });
});

function refuse(retryAfter: number | undefined, message?: string): FailedAttempt {
  return { failure: { kind: "status", status: 429, message, fields: {} }, outcome: "no effect", retryAfter };
}
