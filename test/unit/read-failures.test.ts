/** Reads that change nothing, that fail, and those of existingId. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { hostWith, type Response, refusal, thrownBy } from "./host-fixture.js";
import { hostOf, refreshed, stateOf } from "./reads-fixture.js";
import { application, cache, environment } from "./resources.js";

describe("A refresh says and changes nothing else", () => {
  it("where the API does not find the resource: dropping it would create a second one", async () => {
    const { props, lines } = await refreshed(application, refusal(404, "No."));
    expect(props).to.deep.equal(stateOf(application));
    expect(lines.join()).to.match(
      /^warning: Application id-1 is kept in the state, but the API does not find it: .*`pulumi state delete`/,
    );
  });

  it("where the package has made the id, or there is no path of the class, which is said once", async () => {
    const made = { ...stateOf(environment), applicationId: "app-1", name: "staging" };
    for (const [ids, kind, state, says] of [
      [["app-1/staging"], environment, made, "Environment app-1/staging was not read: the package has made its id"],
      [["id-1", "id-2"], cache, stateOf(cache), "no cache was read: apphosting:readPaths has no path for Cache"],
    ] as const) {
      const { host, lines, requests } = hostWith({ readPaths: { Environment: "/environments/{id}" } }, kind);
      for (const id of ids) expect((await host.read?.(id, state))?.props).to.deep.equal(state);
      expect(lines.map((line) => line.split(". ")[0])).to.deep.equal([`warning: ${says}`]);
      expect(requests).to.deep.equal([]);
    }
  });
});

describe("A read fails, with the resource and what to check,", () => {
  const html: Response = { failure: { kind: "unreadable", status: 200, detail: "HTML" }, effect: "none" };
  const table: readonly [what: string, response: Response, says: RegExp][] = [
    ["by another id", { body: { data: { id: "id-2" } } }, /another id, "id-2"\. Check apphosting:readPaths/],
    ["by a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, /no id\. Check apphosting:readPaths/],
    ["by a route that is not there", refusal(404, "The route x could not be found."), /Check apphosting:readPaths/],
    ["by a 404 without a message", refusal(404), /Check apphosting:readPaths/],
    ["by a redirect", refusal(302), /Check apphosting:readPaths/],
    ["by a page", html, /Check apphosting:readPaths/],
    ["by a token", refusal(403, "No."), /Check the token/],
    ["by an outage", refusal(503, "Down."), /status 503: Down\.$/],
  ];
  for (const [what, response, says] of table) {
    it(what, async () => {
      const { message, stack } = await thrownBy(hostOf(cache, response).host.read?.("id-1", stateOf(cache)));
      expect(message)
        .to.match(/^Cache id-1: read cache /)
        .and.to.match(says)
        .and.not.to.match(/may still have/);
      expect(stack).to.equal("");
    });
  }

  const elsewhere = /^Cache \S+: apphosting:readPaths makes the path \S+ of it, which leads elsewhere/;
  for (const [what, path, says, state, id = "id-1"] of [
    ["an id that leads elsewhere", "/caches/{id}", elsewhere, {}, ".."],
    ["a path that leads elsewhere", "/caches/../{id}", elsewhere],
    ["such a path, encoded", "/caches/%2e%2e/{id}", elsewhere],
    [
      "a placeholder without a value",
      "/{cacheId}/{id}",
      /^Cache id-1: apphosting:readPaths has {cacheId}, which is not/,
    ],
    ["a malformed path, for no check comes before", "caches", /must have a path of Cache that begins with one \//],
  ] as [string, string, RegExp, JsonObject?, string?][]) {
    it(`by ${what}, before anything is sent`, async () => {
      const { host, requests } = hostWith({ readPaths: { Cache: path } }, cache);
      expect((await thrownBy(host.read?.(id, state ?? {}))).message).to.match(says);
      expect(requests).to.deep.equal([]);
    });
  }
});

describe("existingId, where the kind is read,", () => {
  const inputs = { ...application.required, existingId: "id-1" };

  it("fills in the outputs, and warns of arguments that differ; a check says before that it is read", async () => {
    const response = { attributes: { name: "Store", slug: "store", region: "us-east-2" } };
    const { host, lines, requests } = hostOf(application, response);
    await host.check?.({}, inputs);
    expect(requests).to.deep.equal([]);
    const { id, outs } = await host.create(inputs);
    expect(id).to.equal("id-1");
    expect(outs)
      .to.include({ name: "Shop", slug: "store", region: "us-east-2" })
      .and.not.to.have.any.keys("asked", "answered");
    expect(lines.map((line) => line.split(". To accept")[0])).to.deep.equal([
      "warning: Application id-1: nothing is created because existingId is set. `pulumi up` reads it, and records it with the arguments of the program",
      "warning: Application id-1: the program sets another value than the API of name ([not shown], in the API [not shown])",
    ]);
    expect(requests).to.have.length(1);
  });

  for (const [what, existingId, says] of [
    ["the API does not know", "id-1", /^read application failed with status 404: No\.\nCheck existingId: .* "id-1"/],
    ["looks like a name", "Web shop", /It looks like a name: copy the id of the application from the provider's web/],
    ["leads elsewhere", "..", /leads elsewhere/],
  ] as const) {
    it(`records nothing of an id that ${what}`, async () => {
      const { host } = hostOf(application, refusal(404, "No."));
      expect((await thrownBy(host.create({ ...inputs, existingId }))).message).to.match(says);
    });
  }

  it("is not read where the package has made the id", async () => {
    const { host, requests } = hostOf(environment);
    await host.create({ ...environment.required, existingId: "app/1/staging" });
    expect(requests).to.deep.equal([]);
  });
});
