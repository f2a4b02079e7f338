/** Requests that the API limits: a 429 is waited out. */

import { mock } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import type { SendAttempt } from "../../../../provider/api/http/transport.js";
import {
  catchApiError,
  createRequest,
  createTestClient,
  mockApi,
  passTime,
  readOutcome,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

describe("Rate limit", () => {
  useNock();
  useFastTime();

  for (const request of [updateRequest, createRequest]) {
    it(`${request.method} after 429: it is sent again, and maxRetries does not count it`, async () => {
      const called = mockApi(request, [429, 200]);
      expect(await passTime(readOutcome(createTestClient().send(request)))).to.deep.equal({ message: "step 200" });
      expect(called.taken()).to.equal(2);
    });
  }

  it("429 for ever: each request fails after ten minutes of waiting at most", async () => {
    const client = createTestClient({}, async () => refuse(undefined, "Slow down."));
    const { failure, outcome } = await passTime(catchApiError(client.send(createRequest)));
    expect(failure).to.include({ kind: "rate limit", message: "Slow down." }).and.not.have.any.keys("retryAfter");
    expect((failure as { waitedSeconds: number }).waitedSeconds).to.be.within(590, 600);
    expect(outcome).to.equal("no effect");
    // The clock of the test rounds each wait up to a whole millisecond.
    expect(Date.now()).to.be.within(590_000, 601_000);
  });

  it("429 with a Retry-After that is longer than is left of ten minutes: the request fails at once, and has that time", async () => {
    for (const [waits, sentCount] of [
      [[3_600_000], 1],
      [[300_000, 290_000, 20_000], 3],
    ] as const) {
      let count = 0;
      const client = createTestClient({}, async () => {
        count += 1;
        return refuse(waits[count - 1]);
      });
      const { failure, outcome } = await passTime(catchApiError(client.send(updateRequest)));
      expect(failure).to.include({ kind: "rate limit", retryAfter: waits.at(-1) });
      expect([outcome, count]).to.deep.equal(["no effect", sentCount]);
    }
  });

  it("409 with a Retry-After of more than ten minutes: sent again after a minute", async () => {
    let count = 0;
    const client = createTestClient({ maxRetries: 1 }, async () => {
      count += 1;
      if (count > 1) return { body: {} };
      const failure = { kind: "status", status: 409, message: undefined, fields: {} } as const;
      return { failure, outcome: "no effect", retryAfter: 3_600_000 };
    });
    await passTime(client.send(createRequest));
    expect(count).to.equal(2);
    expect(Date.now()).to.be.within(60_000, 60_100);
  });

  it("500 or 503 with a Retry-After of more than ten minutes: the request fails at once, has that time, and may have been carried out", async () => {
    for (const [request, status] of [
      [updateRequest, 500],
      [updateRequest, 503],
      [createRequest, 503],
    ] as const) {
      const failed: FailedAttempt = {
        failure: { kind: "status", status, message: undefined, fields: {} },
        outcome: "unknown",
        retryAfter: 3_600_000,
      };
      const client = createTestClient({ maxRetries: 4 }, async () => failed);
      const { failure, outcome } = await catchApiError(client.send(request));
      expect([failure, outcome]).to.deep.equal([{ ...failed.failure, retryAfter: 3_600_000 }, "unknown"]);
    }
  });

  it("429: each request waits for itself, with its own jitter of up to a second, and one line says so", async () => {
    const jitters = [0.1, 0.5];
    mock.method(Math, "random", () => jitters.shift() ?? 0);
    const lines: string[] = [];
    const times: number[] = [];
    const waits = [3000, 2000];
    const client = createTestClient({ log: (line) => lines.push(line) }, async () => {
      const retryAfter = waits.shift();
      if (retryAfter !== undefined) return refuse(retryAfter);
      times.push(Date.now());
      return { body: {} };
    });
    const sent = [client.send(updateRequest), client.send(updateRequest)];
    await turn();
    await passTime(Promise.all([...sent, client.send(createRequest)]));
    expect(times).to.deep.equal([0, 2500, 3100]);
    expect(lines).to.deep.equal([
      "waiting 3.1 s: the API limits requests (429); each request waits for 10 minutes at most",
    ]);
  });

  it("429 while somebody sets the clock back by an hour: the request is sent again after the wait that the API names", async () => {
    mock.method(Math, "random", () => 0);
    let waited = 0;
    mock.method(performance, "now", () => waited);
    let left = 1;
    const client = createTestClient({}, async () => {
      left -= 1;
      return left < 0 ? { body: {} } : refuse(2000);
    });
    const sent = client.send(createRequest);
    await turn();
    mock.method(Date, "now", () => -3_600_000);
    for (; left >= 0 && waited < 10_000; waited += 10) {
      mock.timers.tick(10);
      await turn();
    }
    await sent;
    expect(waited).to.be.within(2000, 2100);
  });

  it("429 with a Retry-After of 0: the request waits as without one, because it would be refused again at once", async () => {
    mock.method(Math, "random", () => 0);
    let left = 2;
    const client = createTestClient({}, async () => {
      left -= 1;
      return left < 0 ? { body: {} } : refuse(0);
    });
    await passTime(client.send(createRequest));
    expect(Date.now()).to.be.within(1500, 1520);
  });

  for (const retryAfter of [1000, undefined]) {
    it(`429 to every third request, ${retryAfter === undefined ? "without" : "with"} Retry-After: each of 300 creates arrives once`, async () => {
      let count = 0;
      let createdCount = 0;
      const client = createTestClient({}, async () => {
        count += 1;
        if (count % 3 === 0) return refuse(retryAfter);
        createdCount += 1;
        return { body: {} };
      });
      await passTime(Promise.all(Array.from({ length: 300 }, () => client.send(createRequest))));
      expect([createdCount, count]).to.deep.equal([300, 449]);
    });
  }

  for (const hasHeader of [true, false]) {
    it(`429 ${hasHeader ? "with" : "without"} Retry-After: of 100 creates at once, none fails at 30 a minute`, async () => {
      const client = createTestClient({}, createLimitedApi(30, hasHeader));
      await passTime(Promise.all(Array.from({ length: 100 }, () => client.send(createRequest))));
      expect(Date.now()).to.be.within(3 * 60_000, 4 * 60_000);
    });
  }
});

function refuse(retryAfter: number | undefined, message?: string): FailedAttempt {
  return { failure: { kind: "status", status: 429, message, fields: {} }, outcome: "no effect", retryAfter };
}

/** Creates an API that takes so many requests in each minute, which begins with the first of them, and refuses the others. */
function createLimitedApi(limit: number, hasHeader: boolean): SendAttempt {
  let takenCount = 0;
  let minuteEnd = 0;
  return async () => {
    await sleep(50);
    if (Date.now() >= minuteEnd) {
      minuteEnd = Date.now() + 60_000;
      takenCount = 0;
    }
    takenCount += 1;
    const result = takenCount <= limit ? { body: {} } : refuse(hasHeader ? minuteEnd - Date.now() : undefined);
    await sleep(50);
    return result;
  };
}
