/** Creates, adoptions, updates and refreshes. Deletes are in deletes.test.ts. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource, diffs, listSent, lost } from "../host-fixture.js";

const all = { operations: "read,update,delete" };
const reading = { operations: "read" };
const shop = { ...application.required, existingId: "app-1" };

describe("Adoption by existingId", () => {
  for (const operations of ["", "update,delete"]) {
    it(`Adoption with operations "${operations}": sends nothing, and outputs are the inputs or null`, async () => {
      const inputs = { ...application.valid, existingId: "old/1" };
      const { host, requests } = createHost({ operations }, application);
      const { id, outs = {} } = await host.create(inputs);
      expect(id).to.equal("old/1");
      expect({ ...outs, __apphosting: null }).to.deep.equal({ ...application.nulls, ...inputs, __apphosting: null });
      expect(requests).to.deep.equal([]);
    });
  }

  it("Adoption with read named: outputs are the response's, and arguments the program's", async () => {
    const attributes = { name: "Store", slug: "store", region: "us-east-2" };
    const { host, lines, requests } = createHost(reading, application, { attributes });
    const { outs } = await host.create(shop);
    expect(outs).to.include({ ...attributes, name: "Shop" });
    expect(lines).to.deep.equal([
      'warning: Application Shop (app-1): name: the program sets "Shop", but the API has "Store". It can\'t be updated. To accept the API\'s value, set that value in the program.',
    ]);
    expect(listSent(requests)).to.deep.equal(["GET /applications/app-1"]);
  });

  it("Adoption of an id that the API doesn't know: fails, and names existingId", async () => {
    const { host } = createHost(reading, application, createRefusal(404, "No."));
    const { message } = await catchError(host.create(shop));
    expect(message).to.match(/status 404: No\.\nCheck existingId: the API doesn't know "app-1"/);
  });

  it("Adoption with a wrong applicationId: correcting it sends and replaces nothing", async () => {
    const application = { data: { type: "applications", id: "app-1" } };
    const ofApp1 = { body: { data: { id: "env-1", relationships: { application } } } };
    const wrong = { ...environment.required, applicationId: "app-777", existingId: "env-1" };
    const { id, host, written, diff, update, requests } = await createResource(reading, environment, wrong, ofApp1);
    expect(written.join()).to.include('applicationId: the program sets "app-777", but the API has "app-1".');
    const corrected = { ...environment.required, applicationId: "app-1" };
    expect(await diff(corrected)).to.deep.equal(diffs.unseen);
    expect(await host.diff(id, await update(corrected), corrected)).to.deep.equal(diffs.none);
    expect(requests).to.deep.equal([]);
  });
});

it("Update that has nothing to send: sends nothing, and returns the state", async () => {
  const { state, update, requests, lines } = await createResource({}, cache, cache.required);
  expect(await update(cache.required)).to.deep.equal(state);
  expect([requests, lines]).to.deep.equal([[], []]);
});

it("Update of unknown outcome: writes nothing, so the next diff is the same", async () => {
  const news = { ...cache.required, cacheId: "cache-1", size: "1gb" };
  const { diff, update } = await createResource({}, cache, { ...news, size: "250mb" }, { attributes: {} }, lost);
  const error = await catchError(update(news));
  expect(Object.keys(error)).to.deep.equal([]);
  expect(await diff(news)).to.deep.equal(diffs.seen);
});

it("Made id: no update, read or delete is sent, even after the name has changed", async () => {
  const { required } = environment;
  const { id, state, host, lines, requests } = await createResource(all, environment, required, { body: {} });
  expect(id).to.equal("app/1/staging");
  const { outs = {} } = await host.update(id, state, { ...required, existingId: id, name: "Staging" });
  await host.read(id, outs);
  await host.delete(id, outs);
  expect(requests).to.deep.equal([]);
  const title = "warning: Environment Staging of app/1 (app/1/staging)";
  expect(lines).to.deep.equal([
    `${title} wasn't read, because the package made its id. Set existingId to the API's id.`,
    `${title} was removed from the state but still exists: the package made its id, which the API doesn't know.`,
  ]);
});

it("Made id whose name the API has normalized: the warning doesn't ask for another up", async () => {
  const body = { data: { attributes: { name: "staging-1" } } };
  const { written } = await createResource(all, environment, environment.required, { body });
  expect(written.join("\n"))
    .to.include('name: the program sets "staging", but the API has "staging-1". It can\'t be updated.')
    .and.not.include("again");
});

describe("Refresh", () => {
  const nothing =
    "warning: `pulumi refresh` reads nothing, because the API documents no read. If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`.";

  for (const of of resources) {
    const { className } = of.table;
    it(`Refresh of ${className}: a response that shows nothing changes nothing`, async () => {
      const { id, state, host, lines } = await createResource(reading, of, of.valid);
      const { props, inputs } = await host.read(id, { ...state, __provider: "x" });
      expect([props, inputs, lines]).to.deep.equal([state, of.valid, []]);
    });

    it(`Refresh of ${className} without read named: reads nothing, and adds outputs that the state lacks`, async () => {
      const { host, lines, requests } = createHost({ operations: "update,delete" }, of);
      const { props, inputs } = await host.read("id-1", of.required);
      await host.read("id-2", of.required);
      expect(inputs, "the engine keeps its own").to.equal(undefined);
      expect(props).to.include({ ...of.nulls, ...of.required });
      expect([requests, lines]).to.deep.equal([[], [nothing]]);
    });
  }

  it("Refresh of a made id without read named: the same warning as for the others", async () => {
    const { host, lines } = createHost({}, environment);
    await host.read("a/b", { ...environment.required, __apphosting: { madeId: true } });
    expect(lines).to.deep.equal([nothing]);
  });

  for (const [status, words, nextStep] of [
    [404, "No.", 'Check the id: the API doesn\'t know "id-1", or '],
    [404, "Cannot GET /applications/id-1", "Check apphosting:baseUrl, and whether your API has GET /applications/{id}"],
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
});

const unsent: JsonObject = { ...environment.required, branch: "next" };
for (const [what, settings, says] of [
  ["no token", { tokenVariable: "APPHOSTING_NOTHING" }, /^the environment variable APPHOSTING_NOTHING, named in/],
  ["a malformed setting", { maxRetries: "many" }, /^apphosting:maxRetries must be an integer/],
] as const) {
  it(`Request with ${what}: not sent, and the error says how to set it`, async () => {
    const { host, requests } = createHost({ ...settings, operations: "update" }, environment);
    for (const call of [host.create(unsent), host.update("env-1", environment.required, unsent)]) {
      expect((await catchError(call)).message).to.match(says);
    }
    expect(requests).to.deep.equal([]);
  });
}

it("Preview without a token: check and diff succeed", async () => {
  const { host } = createHost({ tokenVariable: "APPHOSTING_NOTHING" }, environment);
  expect((await host.check({}, environment.required)).failures).to.deep.equal([]);
  expect(await host.diff("env-1", environment.required, environment.required)).to.deep.equal(diffs.none);
});
