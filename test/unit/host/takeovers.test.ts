/** A state that another provider has written, such as a `dynamic.Resource` of the user's own: it is taken over, and never replaced. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { unknownInput } from "../../../provider/host/resource.js";
import { cache, environment } from "../documented-resources.js";
import { catchError, createConfiguredHost, lost } from "../host-fixture.js";

const loader = 'exports.handler=()=>require("pulumi-apphosting/host").environment';
const loaderOfCache = loader.replace("environment", "cache");
const foreign: JsonObject = { __provider: "exports.handler = () => mine;", name: "other", title: "Mine", app: "app-1" };
const inputs: JsonObject = { ...environment.required, clusterId: "c1", __provider: loader };
const adopting: JsonObject = { ...inputs, existingId: "env-7" };

it("State of another provider without existingId: refused by the check, beside all other mistakes, whatever its properties are", async () => {
  const { host } = createConfiguredHost({}, environment);
  const { failures } = await host.check(foreign, { ...inputs, branch: 5 });
  expect(failures.map(({ reason }) => reason)).to.deep.equal([
    "branch must be a string",
    "the state of this environment was written by another provider. Set existingId to its id, which `pulumi stack --show-ids` shows, to take it over",
  ]);
  for (const olds of [
    { __provider: loader },
    { __provider: `${loader.replace("environment", "readers.environment")}` },
  ]) {
    expect((await host.check(olds, inputs)).failures).to.deep.equal([]);
  }
});

it("State of another provider with existingId of another id: the diff fails, so that nothing replaces the resource", async () => {
  const { host } = createConfiguredHost({}, environment);
  const { message } = await catchError(host.diff("env-7", foreign, { ...adopting, existingId: "env-8" }));
  expect(message).to.include("Set existingId to its id, env-7, to take it over.");
});

it("State of another provider with existingId: taken over by an update that sends nothing, and no change afterwards", async () => {
  const { host, lines, requests } = createConfiguredHost({}, environment);
  expect((await host.check(foreign, adopting)).failures).to.deep.equal([]);
  expect(await host.diff("env-7", foreign, adopting)).to.deep.equal({ changes: true, replaces: [] });
  const { outs } = await host.update("env-7", foreign, adopting);
  const { __provider: _, ...set } = adopting;
  expect(outs).to.deep.equal({
    ...environment.nulls,
    ...set,
    __set: ["applicationId", "name", "branch", "clusterId", "existingId"],
  });
  expect(await host.diff("env-7", { ...(outs as JsonObject), __provider: loader }, adopting)).to.deep.equal({
    changes: false,
  });
  expect(requests).to.deep.equal([]);
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-7) will be taken over from the provider that wrote its state. Nothing will be sent.",
  ]);
});

it("State of another provider with an existingId that is not known yet: taken over if it turns out to be its id", async () => {
  const { host, lines } = createConfiguredHost({}, environment);
  const unknown = { ...adopting, existingId: unknownInput };
  expect((await host.check(foreign, unknown)).failures).to.deep.equal([]);
  expect(await host.diff("env-7", foreign, unknown)).to.deep.equal({ changes: true, replaces: [] });
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-7) will be taken over from the provider that wrote its state if existingId turns out to be its id. Nothing will be sent.",
  ]);
});

it("State of another provider, taken over where an update is named: what can be updated is not confirmed, and the next up sends it", async () => {
  const { host } = createConfiguredHost({ operations: "update" }, environment);
  const { outs } = await host.update("env-7", foreign, adopting);
  expect((outs as JsonObject).__apphosting).to.deep.equal({
    returned: { name: { outcome: "unknown" }, branch: { outcome: "unknown" } },
  });
});

it("State of another provider of a cache: taken over by one PATCH with the name and what is set", async () => {
  const news = { ...cache.required, cacheId: "cache-1", size: "1gb", __provider: loaderOfCache };
  const { host, requests, lines } = createConfiguredHost({}, cache);
  expect(await host.diff("cache-1", foreign, news)).to.deep.equal({ changes: true, replaces: [] });
  await host.update("cache-1", foreign, news);
  expect(requests.map(({ method, body }) => [method, body])).to.deep.equal([
    ["PATCH", { name: "sessions", size: "1gb" }],
  ]);
  expect(lines[0]).to.equal(
    "warning: Cache sessions (cache-1) will be taken over from the provider that wrote its state. `pulumi up` will send it name and size.",
  );
});

it("State of another provider of a cache with a cacheId that is not known yet: its settings are sent if it turns out to be its id", async () => {
  const { host, lines } = createConfiguredHost({}, cache);
  const unknown = { ...cache.required, cacheId: unknownInput };
  expect(await host.diff("cache-1", foreign, unknown)).to.deep.equal({ changes: true, replaces: [] });
  expect(lines).to.deep.equal([
    "warning: Cache sessions (cache-1) will be taken over from the provider that wrote its state if cacheId turns out to be its id. `pulumi up` will send it name.",
  ]);
});

it("State of another provider, taken over where an update and a read are named: what the read has is confirmed", async () => {
  const { host, requests } = createConfiguredHost({ operations: "read,update" }, environment, {
    body: { data: { id: "env-7", attributes: { name: "staging" } } },
  });
  const { outs } = await host.update("env-7", foreign, adopting);
  expect(requests.map(({ method }) => method)).to.deep.equal(["GET"]);
  expect((outs as JsonObject).__apphosting).to.deep.equal({ returned: { branch: { outcome: "unknown" } } });
});

it("State of another provider of a cache, and a PATCH of unknown outcome: stays as it is, and the next up sends all of it again", async () => {
  const news = { ...cache.required, cacheId: "cache-1", size: "1gb", __provider: loaderOfCache };
  const { host } = createConfiguredHost({}, cache, lost);
  const error = await catchError(host.update("cache-1", foreign, news));
  expect(error).to.not.be.instanceOf(PartialFailure);
  expect(error.message).to.include("The next `pulumi up` sends it again.");
});

it("State of another provider with a consent to a delete: the warning says what the consent means", async () => {
  const { host, lines } = createConfiguredHost({ operations: "delete" }, environment);
  await host.diff("env-7", foreign, { ...adopting, __deletable: true });
  expect(lines.join()).to.include(
    "Nothing will be sent. retainOnDelete is now false. Once this `up` has succeeded, it's deleted",
  );
});

it("State of another provider that the user replaces by force: refused, because that provider would delete the resource", async () => {
  const { host } = createConfiguredHost({}, environment);
  expect((await host.check(foreign, adopting)).failures).to.deep.equal([]);
  const { failures } = await host.check({}, adopting);
  expect(failures.map(({ reason }) => reason)).to.deep.equal([
    "the state of this environment was written by another provider, which would delete it. Run `pulumi up` without a replacement first, to take it over",
  ]);
});

it("State of another class, and of a module whose name ends alike: of another provider", async () => {
  for (const __provider of [loaderOfCache, loader.replace("pulumi-apphosting", "@acme/pulumi-apphosting")]) {
    const { host } = createConfiguredHost({}, environment);
    const { failures } = await host.check({ ...inputs, __provider }, inputs);
    expect(failures.map(({ reason }) => reason).join()).to.include("was written by another provider");
  }
});
