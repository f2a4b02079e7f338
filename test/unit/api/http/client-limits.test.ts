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

  for (const [what, waits, sentCount, waited] of [
    ["a Retry-After of more than ten minutes", [3_600_000], 1, 0],
    ["Retry-Afters of more than ten minutes in all", [300_000, 290_000, 20_000], 3, 590_000],
    ["Retry-Afters of a minute for ever", Array(20).fill(60_000), 11, 600_000],
  ] as const) {
    it(`429 with ${what}: the request fails without a wait for the last one, and names it`, async () => {
      mock.method(Math, "random", () => 0);
      let count = 0;
      const client = createTestClient({}, async () => {
        count += 1;
        return refuse(waits[count - 1]);
      });
      const { failure, outcome } = await passTime(catchApiError(client.send(createRequest)));
      expect(failure).to.deep.equal({ ...refuse(undefined).failure, retryAfter: waits[sentCount - 1] });
      expect([outcome, count]).to.deep.equal(["no effect", sentCount]);
      expect(performance.now()).to.be.within(waited, waited + 10 * sentCount);
    });
  }

  it("429 without Retry-After for ever: the request fails after ten minutes, and names no wait", async () => {
    mock.method(Math, "random", () => 0);
    const client = createTestClient({}, async () => refuse(undefined));
    const { failure } = await passTime(catchApiError(client.send(createRequest)));
    expect(failure).to.deep.equal({ ...refuse(undefined).failure, retryAfter: undefined });
    expect(performance.now()).to.be.within(592_000, 601_000);
  });

  it("429: no other request waits for it", async () => {
    const results = [refuse(60_000), { body: {} }];
    const client = createTestClient({}, async () => results.shift() ?? { body: {} });
    const limited = client.send(updateRequest);
    await turn();
    await client.send(updateRequest);
    expect(performance.now()).to.equal(0);
    await passTime(limited);
  });

  it("429 while somebody sets the clock back by an hour: the request waits for as long as Retry-After says", async () => {
    mock.method(Math, "random", () => 0);
    const lines: string[] = [];
    const results = [refuse(2000), refuse(16_000), refuse(2000)];
    const client = createTestClient({ log: (line) => lines.push(line) }, async () => {
      mock.method(Date, "now", () => -3_600_000);
      return results.shift() ?? { body: {} };
    });
    await passTime(client.send(updateRequest));
    expect(performance.now()).to.be.within(20_000, 20_030);
    const reason = "the API limits requests (429); each request waits for 10 minutes at most";
    expect(lines).to.deep.equal([`waiting 2.0 s: ${reason}`, `waiting 2.0 s: ${reason}`]);
  });

  for (const status of [409, 503]) {
    it(`${status} with a Retry-After of more than ten minutes: the request fails at once, and names the wait`, async () => {
      const outcome = status === 503 ? "unknown" : "no effect";
      for (const request of [updateRequest, createRequest]) {
        const failure = { ...refuse(undefined).failure, status } as const;
        const client = createTestClient({ maxRetries: 4 }, async () => ({ failure, outcome, retryAfter: 3_600_000 }));
        const error = await catchApiError(client.send(request));
        expect(error.failure).to.deep.equal({ ...failure, retryAfter: 3_600_000 });
        expect(error.outcome).to.equal(outcome);
      }
    });
  }

  it("429: each request waits with its own jitter of up to a second", async () => {
    const jitters = [0.1, 0.5];
    mock.method(Math, "random", () => jitters.shift());
    const times: number[] = [];
    const waits = [3000, 2000];
    const client = createTestClient({}, async () => {
      const retryAfter = waits.shift();
      if (retryAfter !== undefined) return refuse(retryAfter);
      times.push(performance.now());
      return { body: {} };
    });
    await passTime(Promise.all([client.send(updateRequest), client.send(createRequest)]));
    expect(times).to.deep.equal([2500, 3100]);
  });

  for (const [parallel, header] of [
    [8, "with"],
    [256, "with"],
    [8, "without"],
    [256, "without"],
  ] as const) {
    it(`429 ${header} Retry-After: of 300 creates, ${parallel} at a time, none fails at 30 a minute`, async () => {
      const lineTimes: number[] = [];
      const client = createTestClient(
        { log: () => lineTimes.push(performance.now()) },
        createLimitedApi(30, header === "with"),
      );
      let createdCount = 0;
      let left = 300;
      async function createOneByOne(): Promise<void> {
        while (left > 0) {
          left -= 1;
          await client.send(createRequest);
          createdCount += 1;
        }
      }
      await passTime(Promise.all(Array.from({ length: parallel }, createOneByOne)));
      expect(createdCount).to.equal(300);
      // Of each minute after the first, back-off misses 8 s at most, jitter one, and the responses take some time, too.
      expect(performance.now()).to.be.within(9 * 60_000, 9 * (header === "with" ? 63_000 : 70_000));
      const gaps = lineTimes.slice(1).map((time, index) => time - (lineTimes[index] ?? 0));
      expect(Math.min(...gaps)).to.be.at.least(15_000);
    });
  }
});

function refuse(retryAfter: number | undefined): FailedAttempt {
  return { failure: { kind: "status", status: 429, message: undefined, fields: {} }, outcome: "no effect", retryAfter };
}

/** Creates an API that takes so many requests in each minute, which begins with the first of them, and refuses the others. */
function createLimitedApi(limit: number, hasHeader: boolean): SendAttempt {
  let takenCount = 0;
  let minuteEnd = 0;
  return async () => {
    await sleep(50);
    if (performance.now() >= minuteEnd) {
      minuteEnd = performance.now() + 60_000;
      takenCount = 0;
    }
    takenCount += 1;
    const result = takenCount <= limit ? { body: {} } : refuse(hasHeader ? minuteEnd - performance.now() : undefined);
    await sleep(50);
    return result;
  };
}
