/** What a refresh and a `get` read. What a program passes to a `get` is in test/unit/resources. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/rows/json.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { application, environment, resources } from "../documented-resources.js";
import { catchError, createGet, createHost, createRefusal, createResource, diffs, listSent } from "../host-fixture.js";

const reading = { operations: "read" };
const { required } = environment;
const nothing =
  "warning: `pulumi refresh` reads nothing, because the API documents no read. If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`, or with `--run-program`.";

for (const resource of resources) {
  const { documented, nulls, table, valid } = resource;
  const { className, path, idArgument, create } = table;

  it(`Refresh of ${className}: one GET, and a response that shows nothing changes nothing`, async () => {
    const { id, state, host, lines, requests } = await createResource(reading, resource, valid);
    const { props, inputs } = await host.read(id, { ...state, __provider: "x" });
    expect([props, inputs, lines]).to.deep.equal([state, valid, []]);
    const sent = { action: `read ${table.noun}`, method: "GET", path: `${path}/${encodeURIComponent(id)}`, body: {} };
    expect(requests).to.deep.equal([sent]);
  });

  it(`Refresh of ${className} without read enabled: sends nothing, and adds outputs that the state lacks`, async () => {
    const { host, lines, requests } = createHost({ operations: "update,delete" }, resource);
    const { props, inputs } = await host.read("id-1", resource.required);
    await host.read("id-2", resource.required);
    expect(inputs, "the engine keeps its own").to.equal(undefined);
    expect(props).to.include({ ...nulls, ...resource.required });
    expect([requests, lines]).to.deep.equal([[], [nothing]]);
  });

  const address = { [idArgument]: "id-1" };
  const adopted = create === "PATCH" ? address : {};

  it(`${className}.get: outputs are the response's or null, and nothing is kept of an earlier read`, async () => {
    const paths = Object.values(documented.arguments).map(({ attribute }) => `data.attributes.${attribute}`);
    const returned = listResponseValues(documented).filter(([at]) => paths.includes(String(at)));
    const { body, outputs } = buildResponse(returned);
    const { attributes } = body.data as { attributes: JsonObject };
    const settings = { ...reading, include: { [className]: ["branch", "domains"] } };
    const { get, lines, requests } = createGet(settings, resource, { attributes });
    const { props = {} } = await get.read("id-1", { __provider: "x", ...address, size: "of a transformation" });
    expect(props).to.deep.equal({ ...nulls, ...outputs, ...adopted });
    expect(listSent(requests)).to.deep.equal([`GET ${path}/id-1?include=branch,domains`]);
    expect(lines).to.deep.equal([]);
    const again = createGet(reading, resource);
    expect((await again.get.read("id-1", props)).props).to.deep.equal({ ...nulls, ...adopted });
  });

  it(`${className}.get: the check fails if a transformation has dropped the id, so nothing is created`, async () => {
    const { get } = createGet(reading, resource);
    const { failures = [] } = await get.check({}, { [resource.table.idArgument]: "id-1" });
    expect(failures.map(({ reason }) => reason)).to.include("name is required (string)");
  });
}

for (const [status, words, nextStep] of [
  [404, "No.", 'Check the id: the API doesn\'t know "id-1", or '],
  [410, "No.", "Check the id: "],
] as const) {
  it(`Refresh that gets ${status} "${words}": keeps the state, with a warning`, async () => {
    const { host, lines } = createHost(reading, application, createRefusal(status, words));
    const { props, inputs } = await host.read("id-1", application.required);
    expect(inputs).to.equal(undefined);
    expect(props).to.include(application.required);
    const [first, second, third, ...others] = lines.join("\n").split("\n");
    expect(first).to.equal(
      "warning: Application Shop (id-1) stays in the state, but the API can't find it. It's gone, or it belongs to a different organization than the token. If it's gone, run `pulumi state delete` with its URN (see `pulumi stack --show-urns`).",
    );
    expect(second).to.equal(`read application (GET /applications/id-1) failed with status ${status}: ${words}`);
    expect(third?.startsWith(nextStep)).to.equal(true);
    expect(others).to.deep.equal([]);
  });
}

it("Preview and refresh without a token or operations: check, diff and read succeed", async () => {
  const { host, requests } = createHost({ tokenVariable: "APPHOSTING_NOTHING" }, environment);
  expect((await host.check({}, required)).failures).to.deep.equal([]);
  expect(await host.diff("env-1", required, required)).to.deep.equal(diffs.none);
  expect((await host.read("env-1", required)).props).to.include(required);
  expect(requests).to.deep.equal([]);
});

const ofGet = { existingId: "id-1" };

it("Environment.get without read enabled: the error has the command that enables it", async () => {
  const { message } = await catchError(createGet({}, environment).get.read("id-1", ofGet));
  expect(message).to.equal(
    "Environment id-1: `get` can't read it, because the API documents no read. If your API supports it, run " +
      "`pulumi config set apphosting:operations read`, or add it to the operations of its explicit Provider.",
  );
});

it("Refresh and get with malformed operations: an error that names the setting", async () => {
  const settings = { operations: "raed" };
  for (const { read } of [createHost(settings, environment).host, createGet(settings, environment).get]) {
    expect((await catchError(read("id-1", ofGet))).message).to.include("apphosting:operations must be a list");
  }
});

it("Environment.get that gets a 503: an error, in a program and in a refresh", async () => {
  const { get } = createGet(reading, environment, createRefusal(503));
  const { message } = await catchError(get.read("id-1", ofGet));
  expect(message).to.equal("Environment id-1: read environment (GET /environments/id-1) failed with status 503");
  const refreshed = createGet(reading, environment, createRefusal(503)).get.read("id-1", environment.nulls);
  expect((await catchError(refreshed)).message).to.include("use the settings of the program's last run");
});

it("Environment.get of one that is gone: an error in a program, and a warning in a refresh", async () => {
  const { get, lines } = createGet(reading, environment, createRefusal(404, "Not found: make all."));
  const { message } = await catchError(get.read("id-1", ofGet));
  expect(message).to.match(/status 404: Not found: make all\.\n.*doesn't know "id-1"/);
  // As a release wrote it that had no slug.
  const { slug: _, ...outputs }: JsonObject = { ...environment.nulls, name: "kept", buildCommand: "make all" };
  expect(await get.read("id-1", outputs)).to.deep.equal({ id: "id-1", props: outputs });
  expect(lines.join()).to.match(/^warning: Environment kept \(id-1\) stays in the state, but.*\[buildCommand\]/s);
});

const ofApp1 = { relationships: { application: { data: { type: "applications", id: "app-1" } } } };
for (const [what, data, applicationId] of [
  ["the response has one: it", ofApp1, "app-1"],
  ["the response has none: the program's", {}, "app-9"],
] as const) {
  it(`Environment.get, applicationId if ${what}`, async () => {
    const { get } = createGet(reading, environment, { body: { data: { id: "env-1", ...data } } });
    expect((await get.read("env-1", { applicationId: "app-9" })).props).to.include({ applicationId });
  });
}
