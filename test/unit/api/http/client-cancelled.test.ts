/** Requests of a run that is cancelled. */

import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import nock from "nock";
import type { ClientSettings } from "../../../../provider/api/http/client.js";
import { describeFailure as inWords } from "../../../../provider/api/http/errors.js";
import type { SendAttempt } from "../../../../provider/api/http/transport.js";
import { apiHost, catchApiError, createRequest, createTestClient, updateRequest, useNock } from "./client-fixture.js";

describe("Cancelled run", () => {
  useNock();

  /** A client of a run, and what ends the run. It ends when the client says that it waits, or a moment later. */
  function cancellable(settings: Partial<ClientSettings> = {}, isWaiting = false) {
    const cancelled = new AbortController();
    const cancel = () => cancelled.abort();
    const log = () => (isWaiting ? setTimeout(cancel, 10) : cancel());
    return { cancel, client: createTestClient({ cancelled: cancelled.signal, log, ...settings }) };
  }
  const ends = async (sent: Promise<unknown>) => {
    const { failure, effect } = await catchApiError(sent);
    return [inWords(failure), effect];
  };

  for (const [when, request, status, effect] of [
    ["while it waits to be sent again", updateRequest, 503, "unknown"],
    ["while a rate limit holds it back", createRequest, 429, "none"],
  ] as const) {
    it(`A request of a cancelled run ends at once ${when}, and tells whether it may have had an effect`, async () => {
      for (const isWaiting of [false, true]) {
        nock(apiHost).intercept(/.*/, request.method).reply(status, {}, { "retry-after": "60" });
        const { client } = cancellable({ maxRetries: 1 }, isWaiting);
        expect(await ends(client.send(request))).to.deep.equal(["was not sent again: the run was cancelled", effect]);
      }
    });
  }

  it("Many requests that wait to be sent again make Node print no warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const cancelled = new AbortController();
    const unreachable: SendAttempt = async () => ({
      failure: { kind: "connection", detail: "ECONNREFUSED", address: "api.example.com" },
      effect: "none",
    });
    const client = createTestClient({ cancelled: cancelled.signal, maxRetries: 1 }, unreachable);
    const sent = Array.from({ length: 20 }, () => catchApiError(client.send(updateRequest)));
    await turn();
    cancelled.abort();
    await Promise.all(sent);
    await turn();
    process.off("warning", note);
    expect(warnings).to.deep.equal([]);
  });

  it("A request of a cancelled run is not sent any more", async () => {
    const { cancel, client } = cancellable();
    cancel();
    for (const one of [client, cancellable({ cancelled: AbortSignal.abort() }).client]) {
      expect(await ends(one.send(createRequest))).to.deep.equal(["was not sent: the run was cancelled", "none"]);
    }
  });

  it("A request under way when the run is cancelled is awaited, and its response kept", async () => {
    const { cancel, client } = cancellable();
    const response = { data: { id: "app-1" } };
    nock(apiHost)
      .post(/.*/)
      .reply(201, () => {
        cancel();
        return response;
      });
    expect(await client.send(createRequest)).to.deep.equal(response);
  });
});
