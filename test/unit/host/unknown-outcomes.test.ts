/** An update of which nobody knows whether the API has carried it out: what is kept, and what the next preview says. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { cache, environment } from "../documented-resources.js";
import {
  catchError,
  catchStoredFailure,
  createConfiguredHost,
  createConfiguredSession,
  createHost,
  createRefusal,
  createResource,
  isSecret,
  lost,
  type Response,
} from "../host-fixture.js";

describe("Update of an unknown outcome", () => {
  const loader = 'exports.handler=()=>require("pulumi-apphosting/host").cache';
  const small = { ...cache.required, cacheId: "cache-1", size: "250mb" };
  const resized = { ...small, size: "1gb", triggers: [1], __provider: loader };

  async function failUpdate(response: Response = lost, news: JsonObject = resized) {
    const created = await createResource({}, cache, small, { attributes: {} }, response);
    return { ...created, thrown: await catchError(created.update(news)) };
  }

  it("Update of an unknown outcome: is kept with the inputs and the loader, as Pulumi's SDK expects a partial failure", async () => {
    // The second one is of an attempt after one that may have had an effect.
    for (const response of [lost, createRefusal(404, "No such cache.", "unknown")]) {
      const { thrown, state, lines } = await failUpdate(response);
      const unknown = { outcome: "unknown" };
      expect({ ...thrown }).to.deep.equal({
        id: "cache-1",
        properties: {
          ...{ ...state, ...resized },
          __apphosting: { returned: { size: unknown, triggers: unknown } },
        },
        reasons: [thrown.message],
      });
      // What the API itself says is all that the reason does not have.
      expect(lines).to.have.length(response === lost ? 0 : 1);
    }
  });

  it("Update of an unknown outcome: a refresh returns no input that the engine does not have, which it would not mark as a secret", async () => {
    const { properties } = (await failUpdate()).thrown as PartialFailure;
    expect(properties.__set).to.deep.equal(["cacheId", "name", "size"]);
    const { host } = createConfiguredHost({ operations: "read" }, cache, { attributes: {} });
    const { inputs } = await host.read("cache-1", properties as JsonObject);
    expect(Object.keys(inputs ?? {})).to.deep.equal(["cacheId", "name", "size"]);
    const { size: _, ...without } = resized;
    const left = ((await failUpdate(lost, { ...without, isPublic: true })).thrown as PartialFailure).properties;
    expect(left.__set).to.deep.equal(["cacheId", "name"]);
  });

  it("Update of an unknown outcome that left out what a refresh had found: to set that value again is said, because the engine still has it", async () => {
    const settings = { operations: "read,update" };
    const inputs = { ...environment.required, buildCommand: "make" };
    const drift: Response = { body: { data: { id: "id-1", attributes: { build_command: "make all" } } } };
    const { host, id, state } = await createResource(settings, environment, inputs, { attributes: {} }, drift, lost);
    const { props } = await host.read(id, state);
    const failed = await catchError(host.update(id, props, { ...environment.required, branch: "next" }));
    const { host: nextHost, lines } = createConfiguredHost(settings, environment);
    const news = { ...environment.required, branch: "next", buildCommand: "make all" };
    await nextHost.diff(id, (failed as PartialFailure).properties, news);
    expect(lines.join()).to.include("the program sets buildCommand again. `pulumi up` will send it.");
  });

  it("Update of an unknown outcome: the input that a refresh returns is a secret, also where update is no longer named", async () => {
    const carriedOut: Response = { body: { data: { id: "id-1", attributes: { build_command: "make" } } } };
    for (const operations of ["read,update", "read"]) {
      const settings = { operations: "read,update" };
      const inputs = { ...environment.required, buildCommand: "x" };
      const { update } = await createResource(settings, environment, inputs, { attributes: {} }, lost);
      const { properties } = await catchStoredFailure(update({ ...inputs, buildCommand: "make" }));
      // This provider leaves the marks of secrets on what it returns.
      const { session } = createConfiguredSession({ operations }, [carriedOut]);
      const { inputs: returned } = await createDynamicProvider(environment.definition, session).read(
        "id-1",
        properties,
      );
      expect(isSecret((returned as JsonObject).buildCommand), operations).to.equal(true);
    }
  });

  it("Update of an unknown outcome: is an update in the next preview, whatever the program sets then", async () => {
    const { properties } = (await failUpdate()).thrown as PartialFailure;
    for (const size of ["1gb", "250mb", "5gb"]) {
      const { host, lines, requests } = createHost(cache);
      expect(await host.diff("cache-1", properties, { ...small, size })).to.deep.equal({ changes: true, replaces: [] });
      expect(lines).to.deep.equal([
        "warning: Cache sessions (cache-1): size: it's unknown which value the API has. `pulumi up` will send the program's.",
        "warning: Cache sessions (cache-1): the program no longer sets triggers, so it's no longer managed. Nothing is sent for it.",
      ]);
      const { outs } = await host.update("cache-1", properties, { ...small, size });
      expect(outs).to.include({ size }).and.not.to.have.nested.property("__apphosting.returned.size");
      expect(requests.map(({ body }) => body)).to.deep.equal([{ name: "sessions", size }]);
    }
    const { size: _, ...without } = small;
    // The triggers, which the state may not keep unmarked, are recorded as left out.
    const recorded = { changes: true, replaces: [] };
    expect(await createHost(cache).host.diff("cache-1", properties, without)).to.deep.equal(recorded);
    const triggers = { ...without, triggers: [1] };
    expect(await createHost(cache).host.diff("cache-1", properties, triggers)).to.deep.equal(recorded);
  });

  it("Update of an unknown outcome: what was null before it is recorded when it is left out, which the engine does not see", async () => {
    const before = { ...environment.required, buildCommand: null };
    const built = { ...environment.required, buildCommand: "make" };
    const created = await createResource({ operations: "update" }, environment, before, { attributes: {} }, lost);
    const { properties } = (await catchError(created.update(built))) as PartialFailure;
    expect(await created.host.diff(created.id, properties, environment.required)).to.deep.equal({
      changes: true,
      replaces: [],
    });
  });

  it("Update of an unknown outcome: the API's words are printed, and not in the state", async () => {
    const quoting = createRefusal(500, "SECRET is bad.", "unknown", { size: ["SECRET"] });
    const { thrown, lines } = await failUpdate(quoting, { ...small, size: "1gb" });
    expect(JSON.stringify({ ...thrown })).not.to.include("SECRET");
    expect(thrown.message).to.match(/^update cache failed with status 500\n/);
    expect(lines.join()).to.match(
      /^warning: Cache sessions \(cache-1\): update cache failed with status 500: SECRET is bad\.\n {2}size: SECRET\n/,
    );
  });

  it("Update of an unknown outcome: with a state of more than 256 KiB, an error says what no preview shows", async () => {
    const { thrown } = await failUpdate(lost, { ...resized, triggers: ["x".repeat(256 * 1024)] });
    expect(thrown).not.to.be.instanceOf(PartialFailure);
    expect(thrown.message).to.match(
      /\nThe state is too large to record this, so it stays as it was, with its retainOnDelete\.$/,
    );
  });
});
