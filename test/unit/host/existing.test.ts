/** What exists already and is adopted: nothing is sent while the program sets its id. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { defineResource as defined } from "../../../provider/definitions/definition.js";
import { existingId, integer, optional, required, text } from "../../../provider/definitions/field.js";
import { StoredFailure } from "../../../provider/host/requests/failure.js";
import { unknownInput } from "../../../provider/host/state/comparison.js";
import { catchError, createConfiguredHost, createHost, createRefusal, type Response } from "../host-fixture.js";
import { application, environment, type TestedResource } from "../resources.js";

const args = application.valid;
const inputs = { ...args, existingId: "old/1" };
const changed = { name: "Store" };
const otherwise = { ...inputs, ...changed };
const corrects =
  "warning: Application old/1: name: while existingId is set, a change corrects the state alone; it is not sent";

/** A host, and the resource as it adopted it. */
async function adopt() {
  const fixture = createHost(application);
  const { id, outs } = await fixture.host.create(inputs);
  const diff = (news: JsonObject, olds: JsonObject = outs, of = id) => fixture.host.diff?.(of, olds, news);
  return { ...fixture, id, outs: outs as JsonObject, diff };
}

it("existingId: a create sends nothing, and keeps the inputs and null for every other output", async () => {
  const { id, outs, requests } = await adopt();
  expect(id).to.equal("old/1");
  expect(outs).to.deep.equal({ ...application.nulls, ...inputs });
  expect(requests).to.deep.equal([]);
});

it("existingId: check warns once, before a create alone, when the inputs are valid and the id is known", async () => {
  const { host, lines } = createHost(application);
  await host.check?.(inputs, otherwise);
  for (const news of [args, { ...inputs, existingId: unknownInput }, { ...inputs, name: 5 }]) {
    await host.check?.({}, news);
  }
  expect(lines).to.deep.equal([]);
  for (const _ of ["preview", "up"]) await host.check?.({}, inputs);
  expect(lines).to.deep.equal([
    "warning: Application old/1: nothing is created because existingId is set. `pulumi up` sends nothing, and adopts it with the arguments of the program",
  ]);
});

it("existingId that stays: a change updates the state alone, warns once, and sends nothing", async () => {
  const { host, id, outs, diff, lines, requests } = await adopt();
  expect(await diff(inputs)).to.deep.equal({ changes: false });
  expect(lines).to.deep.equal([]);
  for (const _ of ["preview", "up"]) expect(await diff(otherwise)).to.deep.equal({ replaces: [] });
  const { buildCommand: _, clusterId: __, ...less }: JsonObject = otherwise;
  // It may have been a secret.
  const state = { ...outs, buildCommand: "secret", clusterId: "old", slug: "web" };
  const corrected = (await host.update?.(id, state, less))?.outs;
  expect(corrected).to.deep.equal({ ...outs, ...less, buildCommand: null, clusterId: null, slug: "web" });
  expect(await diff(less, corrected)).to.deep.equal({ changes: false });
  expect(lines).to.deep.equal([corrects]);
  expect(requests).to.deep.equal([]);
  const news = { ...environment.required, existingId: "env-1" };
  const ofEnvironment = await createHost(environment).host.update?.("env-1", { ...news, buildCommand: "secret" }, news);
  expect(ofEnvironment?.outs).to.deep.include({ buildCommand: null });
});

it("existingId left out is no change; another id replaces the resource", async () => {
  const { diff, lines } = await adopt();
  for (const existingId of ["old/2", unknownInput]) {
    expect((await diff({ ...otherwise, existingId }))?.replaces).to.include("existingId");
  }
  // Another application has other environments.
  expect(lines.join("\n")).to.match(/^warning: Application: its replacement also replaces each environment .*$/);
  expect(await diff(args)).to.deep.equal({ changes: false });
  expect(await diff({ ...args, ...changed })).to.deep.equal({ replaces: ["name"] });
});

it("existingId newly set: no change if it is the resource's id, else it replaces", async () => {
  const { host, diff, lines } = await adopt();
  const { id, outs } = await host.create(args);
  expect(await diff({ ...args, existingId: id }, outs, id)).to.deep.equal({ changes: false });
  expect(await diff(inputs, outs, id)).to.deep.equal({ replaces: ["existingId"] });
  expect(await diff({ ...otherwise, existingId: id }, outs, id)).to.deep.equal({ replaces: [] });
  expect(lines.slice(1)).to.deep.equal([corrects.replace("old/1", "id-1")]);
  expect(lines[0]).to.include("Application: its replacement also replaces each environment");
});

it("existingId: diff compares inputs with outputs alone, and an update drops asked and answered", async () => {
  const { host, id, outs, diff } = await adopt();
  const drifted = { ...outs, asked: { name: "a" }, answered: { name: "made of it", region: "us-east-1" } };
  expect(await diff(inputs, drifted)).to.deep.equal({ changes: false });
  const accepting = { ...inputs, name: "made of it" };
  expect(await diff(accepting, drifted)).to.deep.equal({ changes: true, replaces: [] });
  const corrected = (await host.update?.(id, drifted, accepting))?.outs;
  expect(corrected).to.deep.equal({ ...outs, name: "made of it" });
});

/** A kind that no resource of this package is yet: created by a POST, updated by its id, of two words, and recordable. */
const definition = defined("WebsocketCluster", {
  type: "websocketClusters",
  create: "POST /websocket-clusters",
  update: "PATCH /websocket-clusters/{id}",
  rows: {
    name: required(text(), { inEveryUpdate: true }),
    region: optional(text(), { replaces: true }),
    maxConnections: optional(integer()),
    note: optional(text(), { nullable: "value" }),
    existingId,
  },
});
const live = { name: "live", region: "here", maxConnections: 100 };
const adopted = { ...live, note: null, existingId: "ws-9" };
const update = { operation: "update websocket cluster", method: "PATCH", path: "/websocket-clusters/ws-9" };

it("existingId with PATCH named: a create sends nothing, and a warning says that nothing is created", async () => {
  const { host, requests, lines } = createHost({ definition }, { attributes: {} });
  await host.check?.({}, adopted);
  const { id, outs } = await host.create(adopted);
  expect(id).to.equal("ws-9");
  expect(outs).to.deep.equal(adopted);
  expect(requests).to.deep.equal([]);
  expect(lines).to.deep.equal([
    "warning: WebsocketCluster ws-9: nothing is created because existingId is set. `pulumi up` sends nothing, and adopts it with the arguments of the program",
  ]);
});

it("existingId with PATCH named: settings are sent, and an argument that replaces is corrected in the state alone, with a warning", async () => {
  const { host, requests, lines } = createHost({ definition }, { attributes: {} });
  const news = { ...adopted, region: "there", maxConnections: 200 };
  expect(await host.diff?.("ws-9", adopted, news)).to.deep.equal({ replaces: [] });
  expect((await host.update?.("ws-9", adopted, news))?.outs).to.deep.equal(news);
  expect(requests).to.deep.equal([{ ...update, body: { name: "live", max_connections: 200 } }]);
  expect(lines).to.deep.equal([
    "warning: WebsocketCluster ws-9: region: while existingId is set, a change corrects the state alone; it is not sent",
  ]);
});

it("existingId with PATCH named: a 404 names the argument existingId, and of a created resource its id", async () => {
  for (const [inputs, what] of [
    [adopted, "existingId"],
    [live, "the resource"],
  ] as const) {
    const { host } = createHost({ definition }, createRefusal(404, "No."));
    const { message } = await catchError(host.update?.("ws-9", inputs, { ...inputs, maxConnections: 5 }));
    expect(message).to.include(`Check ${what}: the API knows no "ws-9"`);
  }
});

it("existingId with PATCH named: an update with an unknown outcome is kept in the state", async () => {
  const { host } = createHost({ definition }, createRefusal(500, undefined, "unknown"));
  expect(await catchError(host.update("ws-9", adopted, { ...adopted, maxConnections: 5 })))
    .to.be.instanceOf(StoredFailure)
    .and.to.have.property("id", "ws-9");
});

it("existingId with PATCH and GET named: drift is an update in the next preview", async () => {
  const operations = { Environment: "GET, PATCH /environments/{id}" };
  const inputs: JsonObject = { ...environment.required, existingId: "id-1" };
  const attributes = { name: "other", build_command: "make" };
  const { host, requests, lines } = createConfiguredHost({ operations }, environment, { attributes });
  const { id, outs } = await host.create(inputs);
  expect(requests.map(({ method }) => method)).to.deep.equal(["GET"]);
  expect(lines).to.deep.equal([]);
  expect(await host.diff(id, outs, inputs)).to.deep.equal({ changes: true, replaces: [] });
  await host.update(id, outs, inputs);
  expect(requests.slice(1).map(({ method }) => method)).to.deep.equal(["GET", "PATCH"]);
  expect(requests[2]?.body).to.deep.equal({ name: inputs.name });
});

describe("existingId with GET named", () => {
  const readingHost = (kind: TestedResource, ...responses: readonly Response[]) =>
    createConfiguredHost(
      { operations: { Application: "GET /applications/{id}", Environment: "GET /environments/{id}" } },
      kind,
      ...responses,
    );
  const inputs = { ...application.required, existingId: "id-1" };

  it("existingId with GET named: a create fills in the outputs, and warns of arguments that differ", async () => {
    const createdAt = "2026-03-09T12:00:00Z";
    const response = { attributes: { name: "Store", slug: "store", region: "us-east-2", created_at: createdAt } };
    const { host, lines, requests } = readingHost(application, response);
    await host.check?.({}, inputs);
    expect(requests).to.deep.equal([]);
    const { id, outs } = await host.create(inputs);
    expect(id).to.equal("id-1");
    expect(outs)
      .to.include({ name: "Shop", slug: "store", region: "us-east-2", createdAt })
      .and.not.to.have.any.keys("asked", "answered");
    expect(lines.map((line) => line.split(". To accept")[0])).to.deep.equal([
      "warning: Application id-1: nothing is created because existingId is set. `pulumi up` reads it, and adopts it with the arguments of the program",
      "warning: Application id-1: name: the API has another value than the program sets",
    ]);
    expect(requests).to.have.length(1);
  });

  for (const [what, existingId, says] of [
    ["the API does not know", "id-1", /^read application failed with status 404: No\.\nCheck existingId: .* "id-1"/],
    ["looks like a name", "Web shop", /It looks like a name: copy the id of the application from the provider's web/],
    ["leads elsewhere", "..", /leads elsewhere/],
  ] as const) {
    it(`existingId with GET named: a create fails for an id that ${what}`, async () => {
      const { host } = readingHost(application, createRefusal(404, "No."));
      expect((await catchError(host.create({ ...inputs, existingId }))).message).to.match(says);
    });
  }

  it("existingId with GET named: no GET is sent where the package has made the id", async () => {
    const { host, requests } = readingHost(environment);
    const { id, outs } = await host.create({ ...environment.required, existingId: "app/1/staging" });
    await host.update(id, outs, environment.required);
    expect(requests).to.deep.equal([]);
  });

  it("existingId with GET named: left out later, an update sends nothing", async () => {
    const { host, requests } = readingHost(application);
    const { id, outs } = await host.create(inputs);
    await host.update(id, outs, application.required);
    expect(requests).to.have.length(1);
  });
});
