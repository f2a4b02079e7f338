/** A run that is cancelled: what waits ends at once, nothing more is sent, and the response to what is under way counts. */

import { expect } from "chai";
import nock from "nock";
import { describe as inWords } from "../../provider/api/errors.js";
import { clientWith, create, failed, host, update, useNock } from "./client-fixture.js";

describe("A request of a run that is cancelled", () => {
  useNock();

  const minute = { "retry-after": "60" };
  const table = [
    ["while it waits to be sent again", update, 503, "was not sent again: the run was cancelled", "unknown"],
    ["while a rate limit holds it back", create, 429, "was not sent again: the run was cancelled", "none"],
  ] as const;
  for (const [when, request, status, says, effect] of table) {
    it(`ends at once ${when}, and tells whether it may have had an effect`, async () => {
      const cancelled = new AbortController();
      nock(host).intercept(/.*/, request.method).reply(status, {}, minute);
      const client = clientWith({ maxRetries: 1, cancelled: cancelled.signal, log: () => cancelled.abort() });
      const error = await failed(client.send(request));
      expect([inWords(error.failure), error.effect]).to.deep.equal([says, effect]);
    });
  }

  it("is not sent any more", async () => {
    const cancelled = new AbortController();
    const before = clientWith({ cancelled: cancelled.signal });
    cancelled.abort();
    for (const client of [before, clientWith({ cancelled: cancelled.signal })]) {
      const { failure, effect } = await failed(client.send(create));
      expect([failure.kind, effect]).to.deep.equal(["cancelled", "none"]);
    }
  });

  it("is awaited where it is under way, and its response kept", async () => {
    const cancelled = new AbortController();
    nock(host)
      .post(/.*/)
      .reply(201, () => {
        cancelled.abort();
        return { data: { id: "app-1" } };
      });
    expect(await clientWith({ cancelled: cancelled.signal }).send(create)).to.deep.equal({ data: { id: "app-1" } });
  });
});
