/** Requests that the API limits: a 429 is waited out. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import nock from "nock";
import type { ApiRequest } from "../../provider/api/http.js";
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
    const { failure, effect } = await passTime(catchApiError(createTestClient().send(updateRequest)));
    expect([failure, effect]).to.deep.equal([{ kind: "rate limit", waitedSeconds: 600 }, "none"]);
  });

  it("429: a request that is sent again keeps its place before later ones, and a line says that it waits", async () => {
    const lines: string[] = [];
    const order: string[] = [];
    const shared = createTestClient({ maxRetries: 2, log: (line) => lines.push(line) });
    const at = (id: string): ApiRequest => ({ ...updateRequest, path: `/${id}` });
    const [first, second, third] = [at("a"), at("b"), at("c")];
    mockApi(first, [503], { "retry-after": "2" });
    mockApi(second, [429], { "retry-after": "3" });
    for (const request of [first, second, third]) mockApi(request, [200]);
    const send = (request: ApiRequest) => shared.send(request).then(() => order.push(request.path));
    const sent = [send(first), send(second)];
    while (lines.length < 2) await turn();
    await passTime(Promise.all([...sent, send(third)]));
    expect(order).to.deep.equal(["/a", "/b", "/c"]);
    expect(lines).to.include("waiting 3.0 s: the API limits requests (429); 1 request waits, for 10 minutes at most");
  });
});
