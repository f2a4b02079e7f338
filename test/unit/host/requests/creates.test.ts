/** Creates: the id of what was created, and a success that a defect keeps from being read. */

import { mock } from "node:test";
import { expect } from "chai";
import { createDynamicProvider } from "../../../../provider/host/dynamic-provider.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import {
  catchError,
  createBrokenResponse,
  createConfiguredSession,
  createHost,
  createResource,
} from "../../host-fixture.js";
import { application, cache, environment } from "../../resources.js";

it("Id: cacheId of a cache; of an environment the response's, else made of applicationId and name", async () => {
  const madeOfInputs = "warning: Environment app/1/staging: the response has no id; this one is made of the inputs";
  for (const [kind, body, id, warning] of [
    [cache, { data: {} }, "cache/1", ""],
    [cache, { data: { id: "cache/1" } }, "cache/1", ""],
    [environment, { data: { id: "new-1" } }, "new-1", ""],
    [environment, {}, "app/1/staging", madeOfInputs],
  ] as const) {
    const { host, lines } = createHost(kind, { body });
    expect((await host.create(kind.required)).id).to.equal(id);
    expect(lines.join()).to.include(warning);
  }
});

it("Create: a response of another type is no reason to lose what was created", async () => {
  const { host } = createHost(application, { body: { data: { id: "app-1", type: "sites" } } });
  expect((await host.create(application.required)).id).to.equal("app-1");
});

it("Id: an application without one in the response is an error that says where to look for it", async () => {
  const { host } = createHost(application, {
    body: { data: { attributes: { name: "Shop" } }, message: " Queued.\n" },
  });
  const { message } = await catchError(host.create(application.valid));
  expect((await catchError(host.create(application.valid))).message).to.include("was not sent: an identical request");
  expect(message).to.match(
    /^create application got a response without an id: Queued\.\nThe application may still have been/,
  );
});

const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };

describe("Create whose response a defect keeps from being read", () => {
  it("Create: the resource is kept with the id that was read, and the error says that something may exist", async () => {
    const { host, lines } = createHost(application, createBrokenResponse({ id: "app-1" }));
    const error = await catchError(host.create(application.required));
    expect(error).to.be.instanceOf(StoredFailure).and.to.include({ id: "app-1" });
    expect(error.message).to.include(
      "create application got a response that a defect of pulumi-apphosting kept from being read",
    );
    const { properties } = error as StoredFailure;
    expect(properties).to.deep.include({ ...application.required, slug: null });
    expect(lines).to.deep.equal([]);
    expect(await host.diff("app-1", properties, application.required)).to.deep.equal({ changes: false });
  });

  const fail = () => {
    throw new TypeError("broken");
  };

  it("Create: a defect after the response was read keeps the resource, too", async () => {
    const { session } = createConfiguredSession({}, [{ body: {} }]);
    // The warning that the response has no id.
    mock.method(session.printer, "warn", fail, { times: 1 });
    const error = await catchError(createDynamicProvider(environment.definition, session).create(environment.required));
    expect(error).to.be.instanceOf(StoredFailure).and.to.include({ id: "app/1/staging" });
  });

  it("Create of a cache: the error keeps nothing, because the next up adopts the cache again", async () => {
    const error = await catchError(createHost(cache, createBrokenResponse({ id: "cache-1" })).host.create(sessions));
    expect(error).not.to.be.instanceOf(StoredFailure);
    expect(error.message).to.include("The settings may still have been changed");
  });

  it("Create: without an id, its outcome is unknown, and an identical one is refused", async () => {
    const { host, requests } = createHost(application, createBrokenResponse({}));
    const { message } = await catchError(host.create(application.required));
    expect(message).to.include(
      "The application may still have been created. Look for it in the provider's web console",
    );
    await catchError(host.create(application.required));
    expect(requests).to.have.length(1);
  });

  it("Update: its outcome is unknown, and the next preview sends it", async () => {
    const { update, host } = await createResource(
      cache,
      sessions,
      { attributes: {} },
      createBrokenResponse({ id: "cache-1" }),
    );
    const error = await catchError(update({ ...sessions, size: "5gb" }));
    expect(error).to.be.instanceOf(StoredFailure);
    const { properties } = error as StoredFailure;
    expect(await host.diff("cache-1", properties, sessions)).to.deep.equal({ changes: true, replaces: [] });
  });

  it("Update: a defect after the response was read leaves its outcome unknown, too", async () => {
    const { session } = createConfiguredSession({}, [{ attributes: {} }]);
    mock.method(session.printer, "warnOnce", fail, { times: 1 });
    const host = createDynamicProvider(cache.definition, session);
    const state = { ...cache.nulls, ...sessions };
    const error = await catchError(host.update("cache-1", state, { ...sessions, size: "5gb" }));
    expect(error).to.be.instanceOf(StoredFailure).and.to.include({ id: "cache-1" });
  });
});
