/** A kind that no resource of this package is yet: created by a POST, updated by its id, of two words, and recordable. */

import { expect } from "chai";
import { type Definition, recordable } from "../../provider/definitions/definition.js";
import { integer, optional, required, text } from "../../provider/definitions/field.js";
import { names } from "../../provider/definitions/names.js";
import { InitFailed } from "../../provider/host/init-failed.js";
import { hostOf, refusal, thrownBy } from "./host-fixture.js";

const cluster: Definition = {
  kind: names("WebsocketCluster"),
  create: "POST /websocket-clusters",
  update: "PATCH /websocket-clusters/{id}",
  rows: {
    name: required(text(), { inEveryUpdate: true }),
    region: optional(text(), { replaces: true }),
    maxConnections: optional(integer()),
    ...recordable,
  },
};
const live = { name: "live", region: "here", maxConnections: 100 };
const recorded = { ...live, existingId: "ws-9" };
const update = { operation: "update websocket cluster", method: "PATCH", path: "/websocket-clusters/ws-9" };

describe("A kind that can be updated, where existingId is set,", () => {
  it("is adopted by an update of what the program sets; nothing is created, which is said", async () => {
    const { host, requests, lines } = hostOf(cluster, { attributes: {} });
    await host.check?.({}, recorded);
    const { id, outs } = await host.create(recorded);
    expect(id).to.equal("ws-9");
    expect(outs).to.deep.equal(recorded);
    expect(requests).to.deep.equal([{ ...update, body: { name: "live", max_connections: 100 } }]);
    expect(lines).to.deep.equal([
      "warning: WebsocketCluster ws-9: nothing is created because existingId is set. `pulumi up` updates it with the arguments of the program",
    ]);
  });

  it("is updated by its settings, and what replaces is only recorded, which is said", async () => {
    const { host, requests, lines } = hostOf(cluster, { attributes: {} });
    const news = { ...recorded, region: "there", maxConnections: 200 };
    expect(await host.diff?.("ws-9", recorded, news)).to.deep.equal({ replaces: [] });
    expect((await host.update?.("ws-9", recorded, news))?.outs).to.deep.equal(news);
    expect(requests).to.deep.equal([{ ...update, body: { name: "live", max_connections: 200 } }]);
    expect(lines).to.deep.equal([
      "warning: WebsocketCluster ws-9: region: while existingId is set, a change corrects the record in the state alone; it is not sent",
    ]);
  });

  it("is named by that argument in a 404, and a created one as the resource", async () => {
    for (const [inputs, what] of [
      [recorded, "existingId"],
      [live, "the resource"],
    ] as const) {
      const { host } = hostOf(cluster, refusal(404, "No."));
      const { message } = await thrownBy(host.update?.("ws-9", inputs, { ...inputs, maxConnections: 5 }));
      expect(message).to.include(`Check ${what}: the API knows no "ws-9"`);
    }
  });

  it("is recorded where no answer tells what became of it", async () => {
    const { host } = hostOf(cluster, refusal(500, undefined, "unknown"));
    expect(await thrownBy(host.create(recorded)))
      .to.be.instanceOf(InitFailed)
      .and.to.have.property("id", "ws-9");
  });
});
