/** Requests that the API limits: a 429 is waited out. */

import { mock } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import nock from "nock";
import type { FailedAttempt } from "../../../../provider/api/http/attempt.js";
import type { SendAttempt } from "../../../../provider/api/http/transport.js";
import {
  apiHost,
  catchApiError,
  createRequest,
  createTestClient,
  mockApi,
  passTime,
  readOutcome,
  retryAtOnce,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

describe("Rate limit", () => {
  useNock();
  useFastTime();
  afterEach(() => mock.restoreAll());

  for (const request of [updateRequest, createRequest]) {
    it(`${request.method} after 429: it is sent again, and maxRetries does not count it`, async () => {
      const called = mockApi(request, [429, 200]);
      expect(await passTime(readOutcome(createTestClient().send(request)))).to.deep.equal({ message: "step 200" });
      expect(called.taken()).to.equal(2);
    });
  }

  it("429 for 10 minutes: the request fails", async () => {
    for (const onTheWay of [0, 610_000]) {
      nock(apiHost)
        .patch("/v1/caches/cache-1")
        .reply(() => {
          mock.timers.tick(onTheWay);
          return [429, {}, retryAtOnce];
        });
    }
    const { failure, outcome } = await passTime(catchApiError(createTestClient().send(updateRequest)));
    expect([failure, outcome]).to.deep.equal([{ kind: "rate limit", waitedSeconds: 600 }, "no effect"]);
  });

  it("429 with a Retry-After that is longer than is left of 10 minutes: the request fails at once, and has that time", async () => {
    for (const [waits, sentCount] of [
      [[3_600_000], 1],
      // A minute counts of each.
      [[600_000, 530_000, 600_000], 3],
    ] as const) {
      let count = 0;
      const client = createTestClient({}, async () => {
        count += 1;
        return refuse(waits[count - 1]);
      });
      const started = Date.now();
      const { failure, outcome } = await passTime(catchApiError(client.send(updateRequest)));
      expect(failure).to.include({ kind: "rate limit", retryAfter: waits.at(-1) });
      expect([outcome, count]).to.deep.equal(["no effect", sentCount]);
      expect(Date.now() - started).to.be.within(60_000 * (sentCount - 1), 61_500 * (sentCount - 1) + 100);
    }
  });

  it("429 with a long Retry-After: no other request waits for it", async () => {
    const results = [refuse(3_600_000), { body: {} }];
    const client = createTestClient({}, async () => results.shift() ?? { body: {} });
    await passTime(catchApiError(client.send(updateRequest)));
    await client.send(updateRequest);
    expect(Date.now()).to.be.below(1000);
  });

  it("503 with a Retry-After of more than ten minutes: the request fails at once, has that time, and may have been carried out", async () => {
    for (const request of [updateRequest, createRequest]) {
      const failed: FailedAttempt = {
        failure: { kind: "status", status: 503, message: undefined, fields: {} },
        outcome: "unknown",
        retryAfter: 3_600_000,
      };
      const client = createTestClient({ maxRetries: 4 }, async () => failed);
      const { failure, outcome } = await catchApiError(client.send(request));
      expect([failure, outcome]).to.deep.equal([{ ...failed.failure, retryAfter: 3_600_000 }, "unknown"]);
    }
  });

  it("429: each request leaves after the longest wait of the process, with its own jitter of up to a second", async () => {
    const jitters = [0.1, 0.5, 0.9];
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
    expect(times).to.deep.equal([3100, 3500, 3900]);
    expect(lines).to.deep.equal([
      "waiting 3.0 s: the API limits requests (429); each request waits for 10 minutes at most",
    ]);
  });

  it("429 for ever: no request waits for more than 10 minutes and the jitter, whatever becomes of others", async () => {
    const client = createTestClient({}, async () => refuse(7000));
    const sent = Array.from({ length: 20 }, () => client.send(createRequest));
    const results = await passTime(Promise.allSettled(sent));
    expect(results.map(({ status }) => status)).to.deep.equal(sent.map(() => "rejected"));
    // The last refusal names 7 s where less is left.
    expect(Date.now()).to.be.within(593_000, 608_500);
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

  for (const [parallel, header] of [
    [8, "with"],
    [256, "with"],
    [8, "without"],
    [256, "without"],
  ] as const) {
    it(`429 ${header} Retry-After: of 300 creates, ${parallel} at a time, none fails at 30 a minute`, async () => {
      const lineTimes: number[] = [];
      const client = createTestClient(
        { log: () => lineTimes.push(Date.now()) },
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
      expect(Date.now()).to.be.within(9 * 60_000, 9 * (header === "with" ? 63_000 : 70_000));
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
