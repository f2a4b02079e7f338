/** From arguments to requests: method, path and body of the three operations. */

import { expect } from "chai";
import type { ApiRequest } from "../../provider/api/client.js";
import { ApiError } from "../../provider/api/errors.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { defaultFieldNames, type FieldNames } from "../../provider/api/request.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession, type Session } from "../../provider/host/session.js";

const variables = { APPHOSTING_TOKEN: "secret-token", APPHOSTING_BASE_URL: "https://api.example.com" };

/** A host whose API notes requests and gives one answer, or throws it. */
function hostOf(spec: ResourceSpec, answer: Json | Error, fieldNames: FieldNames = defaultFieldNames) {
  const requests: ApiRequest[] = [];
  const lines: string[] = [];
  const session: Session = {
    ...createSession(variables, (line) => lines.push(line)),
    client: () => ({
      fieldNames,
      async send(request) {
        requests.push(request);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    }),
  };
  return { host: resourceHost(spec, session), requests, lines };
}

const withId = { data: { id: "new-1" } };
const everyApplication = {
  name: "Shop",
  region: "eu-west-1",
  repository: "acme/shop",
  buildCommand: "make",
  rootDirectory: "/web",
  clusterId: "c-1",
  sourceControlProvider: "hostA",
};
const everyEnvironment = {
  applicationId: "a/b",
  branch: "main",
  name: "staging",
  buildCommand: null,
  clusterId: "c-1",
  edgeNetworkId: "e-1",
};
const everyCache = {
  cacheId: "cache/1",
  name: "sessions",
  autoUpgradeEnabled: false,
  isPublic: false,
  usesHibernation: true,
  hibernationTimeout: 5,
  size: "1gb",
  evictionPolicy: "noeviction",
  triggers: [1],
};

const table: readonly [ResourceSpec, stated: JsonObject, request: ApiRequest][] = [
  [
    application,
    everyApplication,
    {
      operation: "create application",
      method: "POST",
      path: ["applications"],
      body: {
        name: "Shop",
        region: "eu-west-1",
        repository: "acme/shop",
        build_command: "make",
        root_directory: "/web",
        cluster_id: "c-1",
        source_control_provider_type: "hostA",
      },
    },
  ],
  [
    environment,
    everyEnvironment,
    {
      operation: "create environment",
      method: "POST",
      path: ["applications", "a/b", "environments"],
      body: {
        branch: "main",
        name: "staging",
        build_command: null,
        cluster_id: "c-1",
        edge_network_id: "e-1",
      },
    },
  ],
  [
    cache,
    everyCache,
    {
      operation: "update cache",
      method: "PATCH",
      path: ["caches", "cache/1"],
      body: {
        name: "sessions",
        auto_upgrade_enabled: false,
        is_public: false,
        uses_hibernation: true,
        hibernation_timeout: 5,
        size: "1gb",
        eviction_policy: "noeviction",
      },
    },
  ],
];

describe("A created resource", () => {
  for (const [spec, stated, request] of table) {
    it(`${spec.kind} sends every stated argument under its name on the wire`, async () => {
      expect(Object.keys(stated)).to.have.members(Object.keys(spec.rules));
      const { host, requests } = hostOf(spec, withId);
      await host.create({ ...stated, __provider: "text" });
      expect(requests).to.deep.equal([request]);
    });
  }

  it("sends the undocumented field names of the configuration", async () => {
    const names = { sourceControlProvider: "vcs", size: "cache_size", evictionPolicy: "policy" };
    const [created, adopted] = [hostOf(application, withId, names), hostOf(cache, withId, names)];
    await created.host.create(everyApplication);
    await adopted.host.create(everyCache);
    expect(created.requests[0]?.body).to.include({ vcs: "hostA" });
    expect(created.requests[0]?.body).to.not.have.property("source_control_provider_type");
    expect(adopted.requests[0]?.body).to.include({ cache_size: "1gb", policy: "noeviction" });
  });

  it("sends no argument that is left out", async () => {
    const { host, requests } = hostOf(cache, withId);
    await host.create({ cacheId: "cache-1", name: "sessions" });
    expect(requests[0]?.body).to.deep.equal({ name: "sessions" });
  });

  it("Cache has the cache's id, whatever id the answer has", async () => {
    expect((await hostOf(cache, withId).host.create(everyCache)).id).to.equal("cache/1");
  });

  it("Environment without an id in the answer has one of its application and name, with a warning", async () => {
    const { host, lines } = hostOf(environment, {});
    expect((await host.create(everyEnvironment)).id).to.equal("a/b/staging");
    expect(lines.join()).to.match(/^warning: Environment a\/b\/staging: the API answered without an id/);
  });

  it("Environment keeps the application it was stated with, whatever the answer says", async () => {
    const relationships = { application: { data: { type: "applications", id: "other" } } };
    const { host } = hostOf(environment, { data: { id: "env-1", relationships } });
    expect((await host.create(everyEnvironment)).outs.applicationId).to.equal("a/b");
  });

  it("Application without an id in the answer is an error that says where it may be", async () => {
    const { host } = hostOf(application, { data: { attributes: { name: "Shop" } } });
    const message = await host.create(everyApplication).then(String, (error: Error) => error.message);
    expect(message).to.match(/^create application got a response without an id\n/);
    expect(message).to.include("may still have been created").and.not.include("JSON");
  });
});

describe("An updated cache", () => {
  it("sends the name alone for a changed trigger", async () => {
    const { host, requests } = hostOf(cache, withId);
    const { outs } = await host.create(everyCache);
    await host.update?.("cache/1", outs, { ...everyCache, triggers: [2] });
    expect(requests[1]).to.deep.include({ path: ["caches", "cache/1"], body: { name: "sessions" } });
  });
});

describe("What a failed request throws", () => {
  const refused = new ApiError(
    "update cache",
    { kind: "status", status: 422, message: "no", fields: {} },
    "none",
  );
  for (const error of [
    refused,
    new TypeError("broken"),
    Object.assign(new Error("x"), { id: "1", code: 5 }),
  ]) {
    it(`is an error with a message and nothing that the engine reads more into: ${error.name}`, async () => {
      const thrown = await hostOf(cache, error)
        .host.create(everyCache)
        .catch((caught: unknown) => caught);
      expect(thrown).to.be.instanceOf(Error);
      expect(Object.keys(thrown as Error)).to.deep.equal([]);
      expect((thrown as Error).cause).to.equal(undefined);
    });
  }
});
