/** Reads that change nothing, that fail, and those of existingId. */

import { expect } from "chai";
import * as documented from "../documented/index.js";
import { validInputs } from "../documented/index.js";
import { hostWith, type Response, refusal, thrownBy } from "./host-fixture.js";
import { application, cache, environment, hostOf, refreshed, stateOf } from "./reads-fixture.js";

describe("A refresh says and changes nothing else", () => {
  const state = stateOf(application);

  it("where the API does not find the resource: dropping it would create a second one", async () => {
    const { props, lines } = await refreshed(application, refusal(404, "No."));
    expect(props).to.deep.equal(state);
    expect(lines.join()).to.match(
      /^warning: Application id-1 is kept in the state, but the API does not find it: .*`pulumi state delete`/,
    );
  });

  it("where the package has made the id", async () => {
    const { host, lines, requests } = hostOf(environment);
    const made = { ...stateOf(environment), applicationId: "app-1", name: "staging" };
    expect((await host.read?.("app-1/staging", made))?.props).to.deep.equal(made);
    expect(lines).to.deep.equal([
      "warning: Environment app-1/staging was not read: the package has made its id. Set the API's as existingId",
    ]);
    expect(requests).to.deep.equal([]);
  });

  it("once of a class without a path", async () => {
    const { host, lines, requests } = hostWith({ readPaths: { Cache: "/caches/{id}" } }, application.definition);
    await host.read?.("id-1", state);
    await host.read?.("id-2", state);
    expect(lines.map((line) => line.split(". ")[0])).to.deep.equal([
      "warning: no application was read: apphosting:readPaths has no path for Application",
    ]);
    expect(requests).to.deep.equal([]);
  });
});

describe("A read fails, with the resource and what to check,", () => {
  const html: Response = { failure: { kind: "unreadable", status: 200, detail: "HTML" }, effect: "none" };
  const table: readonly [what: string, response: Response, says: RegExp][] = [
    ["by another id", { body: { data: { id: "id-2" } } }, /another id, "id-2"\. Check apphosting:readPaths/],
    ["by a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, /no id\. Check apphosting:readPaths/],
    ["by a route that is not there", refusal(404, "The route x could not be found."), /Check apphosting:readPaths/],
    ["by a 404 without a message", refusal(404), /Check apphosting:readPaths/],
    ["by a method that is not allowed", refusal(405, "No."), /Check apphosting:readPaths/],
    ["by a redirect", refusal(302), /Check apphosting:readPaths/],
    ["by a page", html, /Check apphosting:readPaths/],
    ["by a token", refusal(403, "No."), /Check the token/],
    ["by an outage", refusal(503, "Down."), /status 503: Down\.$/],
  ];
  for (const [what, response, says] of table) {
    it(what, async () => {
      const { host } = hostOf(cache, response);
      const error = await thrownBy(host.read?.("id-1", stateOf(cache)));
      expect(error.message)
        .to.match(/^Cache id-1: read cache /)
        .and.to.match(says)
        .and.not.to.match(/may still have/);
      expect(error.stack).to.equal("");
    });
  }

  it("by an id or a path that leads elsewhere, before anything is sent", async () => {
    for (const [id, path] of [
      ["..", "/caches/{id}"],
      ["id-1", "/caches/%2e%2e/{id}"],
      ["id-1", "/caches/../{id}"],
    ] as const) {
      const { host, requests } = hostWith({ readPaths: { Cache: path } }, cache.definition);
      const { message } = await thrownBy(host.read?.(id, stateOf(cache)));
      expect(message).to.match(/^Cache \S+: apphosting:readPaths makes the path \S+ of it, which leads elsewhere/);
      expect(requests).to.deep.equal([]);
    }
    const { host } = hostWith({ readPaths: { Environment: "/{applicationId}/{id}" } }, environment.definition);
    const { message } = await thrownBy(host.read?.("id-1", {}));
    expect(message).to.equal("Environment id-1: apphosting:readPaths has {applicationId}, which is not known of it");
  });

  it("by a setting that is malformed, for no check comes before", async () => {
    const { host } = hostWith({ readPaths: { Cache: "caches" } }, cache.definition);
    const { message } = await thrownBy(host.read?.("id-1", stateOf(cache)));
    expect(message).to.include("apphosting:readPaths must have a path of Cache that begins with one /");
  });
});

describe("existingId, where the kind is read,", () => {
  const inputs = { ...validInputs(documented.application, "required"), existingId: "id-1" };

  it("fills in the outputs, and warns of arguments that differ", async () => {
    const response = { attributes: { name: "Store", slug: "store", region: "us-east-2" } };
    const { host, lines, requests } = hostOf(application, response);
    const { id, outs } = await host.create(inputs);
    expect(id).to.equal("id-1");
    expect(outs)
      .to.include({ name: "Shop", slug: "store", region: "us-east-2" })
      .and.not.to.have.any.keys("asked", "answered");
    expect(lines.join()).to.include(
      "warning: Application id-1: the program sets another value than the API of name ([not shown], in the API [not shown]). To accept",
    );
    expect(requests).to.have.length(1);
  });

  it("is warned of by a check before it is read", async () => {
    const { host, lines, requests } = hostOf(application);
    await host.check?.({}, inputs);
    expect(lines).to.deep.equal([
      "warning: Application id-1: nothing is created because existingId is set. `pulumi up` reads it, and records it with the arguments of the program",
    ]);
    expect(requests).to.deep.equal([]);
  });

  it("records nothing that the API does not know, and no path that leads elsewhere", async () => {
    const { host } = hostOf(application, refusal(404, "No."));
    const unknown = await thrownBy(host.create(inputs));
    expect(unknown.message).to.match(
      /^read application failed with status 404: No\.\nCheck existingId: the API knows no "id-1"/,
    );
    const ofName = await thrownBy(host.create({ ...inputs, existingId: "Web shop" }));
    expect(ofName.message).to.include("It looks like a name: copy the id of the application from the provider's web");
    const elsewhere = await thrownBy(host.create({ ...inputs, existingId: ".." }));
    expect(elsewhere.message).to.include("leads elsewhere");
  });

  it("is not read where the package has made the id", async () => {
    const { host, requests } = hostOf(environment);
    await host.create({ ...validInputs(documented.environment, "required"), existingId: "app/1/staging" });
    expect(requests).to.deep.equal([]);
  });
});
