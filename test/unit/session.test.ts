/** What the three providers of one host process share. */

import { expect } from "chai";
import { version as published } from "../../package.json";
import { application } from "../../provider/api/application.js";
import { cache } from "../../provider/host/cache.js";
import { resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";
import { version } from "../../provider/host/version.js";

type Request = Parameters<NonNullable<ReturnType<typeof resourceHost>["configure"]>>[0];

/** A configure request as the engine's host hands it over. */
function requestWith(values: Readonly<Record<string, string>>): Request {
  return { config: { get: (key: string) => values[key] } } as unknown as Request;
}

const configuration = requestWith({
  "apphosting:token": "secret-token",
  "apphosting:baseUrl": "https://api.example.com",
});
const stated = { cacheId: "cache-1", name: "sessions" };

describe("A session", () => {
  it("is configured before its first wait, for the engine uses a provider while configure is pending", async () => {
    const host = resourceHost(
      cache,
      createSession({}, () => {}),
    );
    const pending = host.configure?.(configuration);
    expect((await host.check?.({}, stated))?.failures).to.deep.equal([]);
    await pending;
  });

  it("hands the configuration of one provider to all of them", async () => {
    const session = createSession({}, () => {});
    await resourceHost(application, session).configure?.(configuration);
    expect((await resourceHost(cache, session).check?.({}, stated))?.failures).to.deep.equal([]);
  });

  it("keeps its first configuration, for its one client is made with it", async () => {
    const session = createSession({}, () => {});
    const host = resourceHost(cache, session);
    await host.configure?.(configuration);
    await host.configure?.(requestWith({ "apphosting:token": "other-token" }));
    expect(session.settings).to.include({ token: "secret-token", baseUrl: "https://api.example.com" });
  });

  it("sends nothing as long as its configuration has a problem", async () => {
    const host = resourceHost(
      cache,
      createSession({ APPHOSTING_TOKEN: "secret-token" }, () => {}),
    );
    const message = await host.create(stated).then(String, (error: Error) => error.message);
    expect(message).to.match(/^apphosting:baseUrl is not set/);
  });

  it("says that a deleted resource still exists, and asks the API nothing", async () => {
    const lines: string[] = [];
    await resourceHost(
      cache,
      createSession({}, (line) => lines.push(line)),
    ).delete?.("cache-1", {});
    expect(lines).to.deep.equal([
      "warning: Cache cache-1 is removed from the state, but it still exists: the API has no operation to delete it",
    ]);
  });

  it("refuses to change what the API cannot change", async () => {
    const host = resourceHost(
      application,
      createSession({}, () => {}),
    );
    const message = await host.update?.("app-1", {}, {}).then(String, (error: Error) => error.message);
    expect(message).to.match(/^Application app-1 cannot be changed/);
  });

  it("knows the version that package.json has", () => {
    expect(version).to.equal(published);
  });
});
