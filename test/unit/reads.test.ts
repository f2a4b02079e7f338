/** Reads, for users whose API has them: what is sent, what a refresh makes of the answer, and what it says. */

import { expect } from "chai";
import { ApiError } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { outputsRead } from "../../provider/host/outputs.js";
import { resourceHost } from "../../provider/host/resource.js";
import * as documented from "../documented/index.js";
import { outputNames, validInputs } from "../documented/index.js";
import { type Response, sessionWith, thrownBy } from "./host-fixture.js";
import { resources } from "./resources.js";

const paths = { Application: "/applications/{id}", Environment: "/environments/{id}", Cache: "/caches/{id}" };

function hostOf(definition: Definition, readPaths: object, ...responses: readonly Response[]) {
  const { session, lines, requests } = sessionWith(defaultFieldNames, responses);
  session.configure((key) => (key === "apphosting:readPaths" ? JSON.stringify(readPaths) : undefined));
  return { host: resourceHost(definition, session), lines, requests };
}

const [application, environment, cache] = ["Application", "Environment", "Cache"].map((kind) =>
  resources.find((resource) => resource.documented.kind === kind),
) as [(typeof resources)[number], (typeof resources)[number], (typeof resources)[number]];

/** A resource of the id `id-1` after a refresh. */
async function refreshed(resource: (typeof resources)[number], response: Response, state = stateOf(resource)) {
  const { host, lines, requests } = hostOf(resource.definition, paths, response);
  const { props } = (await host.read?.("id-1", state)) ?? {};
  const diff = (news: JsonObject) => host.diff?.("id-1", props, news);
  return { props: props as JsonObject, lines, requests, diff };
}

const stateOf = ({ documented: resource }: (typeof resources)[number]): JsonObject => ({
  ...Object.fromEntries(outputNames(resource).map((name) => [name, null])),
  ...validInputs(resource),
});
const answered = (attributes: JsonObject): Response => ({ body: { data: { id: "id-1", attributes } } });
const failed = (status: number, message?: string) =>
  new ApiError("read it", { kind: "status", status, message, fields: {} }, "none");

for (const resource of resources) {
  const { documented: facts, definition } = resource;
  const state = stateOf(resource);

  describe(`A refresh of ${facts.kind}`, () => {
    it("sends one GET by the path that is set, and merges nothing where the answer is sparse", async () => {
      const { props, lines, requests } = await refreshed(resource, answered({}), { ...state, __provider: "x" });
      const path = paths[facts.kind as keyof typeof paths].replace("{id}", "id-1");
      expect(requests).to.deep.equal([{ operation: `read ${definition.kind.words}`, method: "GET", path, body: {} }]);
      expect(props).to.deep.equal(state);
      expect(lines).to.deep.equal([]);
    });

    it("keeps what is known where the answer has null of an argument, a secret, or what is not lost", async () => {
      const known = { ...state, ...Object.fromEntries(facts.secrets.map((name) => [name, "known"])) };
      const stable = Object.fromEntries(Object.keys(facts.stable).map((name) => [name, "known"]));
      const wires = Object.values(facts.arguments).flatMap(({ answer }) => answer ?? []);
      const nulls = Object.fromEntries([...wires, "connection", "type", "region"].map((wire) => [wire, null]));
      const { props } = await refreshed(resource, answered(nulls), { ...known, ...stable, connectionUri: null });
      const { connectionUri: _, answered: __, ...others } = props;
      const { connectionUri: ___, ...expected } = { ...known, ...stable };
      expect(others).to.deep.include(Object.fromEntries(Object.entries(expected).filter(([name]) => name in state)));
    });

    for (const [name, { answer, valid, other, replaces }] of Object.entries(facts.arguments)) {
      if (answer === undefined) continue;
      const isSetting = facts.update !== undefined && !replaces;
      const title = isSetting
        ? `takes another ${name} of the API for its output, which the next up corrects`
        : `keeps ${name} where the API has another, and says so each time`;
      it(title, async () => {
        const inputs = validInputs(facts);
        const first = await refreshed(resource, answered({ [answer]: other }));
        const expected = isSetting
          ? { [name]: other, asked: { [name]: valid } }
          : { [name]: valid, answered: { [name]: other } };
        expect(first.props).to.deep.include(expected);
        expect(await first.diff(inputs)).to.deep.equal(
          isSetting ? { changes: true, replaces: [] } : { changes: false },
        );
        const second = await refreshed(resource, answered({ [answer]: other }), first.props);
        expect(second.props).to.deep.equal(first.props);
        if (isSetting) expect(second.lines).to.deep.equal([]);
        else
          expect(second.lines.join()).to.match(
            new RegExp(`${facts.kind} id-1: the state has another value than the API of ${name}`),
          );
      });
    }
  });
}

describe("Drift", () => {
  it("is said in one line, with values that cannot be secrets", async () => {
    const { lines } = await refreshed(application, answered({ name: "SECRET", region: "us-east-2" }));
    expect(lines).to.deep.equal([
      'warning: Application id-1: the state has another value than the API of name and region (the state has "eu-west-1", the API has "us-east-2"). To accept the API\'s, set it in the program, and existingId to the resource\'s id',
    ]);
  });

  it("is said without both values where one may be a secret", async () => {
    for (const [own, actual] of [
      ["eu-west-1", "SECRET"],
      ["SECRET", "us-east-2"],
    ] as const) {
      const state = { ...stateOf(application), region: own };
      const { lines } = await refreshed(application, answered({ region: actual }), state);
      expect(lines.join()).to.include("the state has another value than the API of region. To accept");
    }
  });

  it("is none where the state has no value, but for a build command, of which null is one", async () => {
    const state = { ...stateOf(environment), buildCommand: null };
    const { props, lines } = await refreshed(environment, answered({ build_command: "make" }), state);
    expect(props).to.deep.include({ buildCommand: null, answered: { buildCommand: "make" } });
    expect(lines).to.have.length(1);
    const unset = { ...stateOf(application), region: null };
    const { props: known } = await refreshed(application, answered({ region: "us-east-2" }), unset);
    expect(known).to.include({ region: "us-east-2" }).and.not.to.have.property("answered");
  });

  it("is accepted by existingId: the record agrees with the API, and a refresh is silent", async () => {
    const inputs = { ...validInputs(documented.application, "required"), name: "Store", existingId: "id-1" };
    const drifted = { ...stateOf(application), existingId: "id-1", answered: { name: "Store" } };
    const { host } = hostOf(application.definition, paths, answered({ name: "Store", slug: "store" }));
    expect(await host.diff?.("id-1", drifted, inputs)).to.deep.equal({ changes: true, replaces: [] });
    const outs = (await host.update?.("id-1", drifted, inputs))?.outs as JsonObject;
    expect(outs).to.include({ name: "Store", slug: "store" }).and.not.to.have.any.keys("asked", "answered");
    expect((await refreshed(application, answered({ name: "Store" }), outs)).lines).to.deep.equal([]);
  });
});

describe("An output that is no argument", () => {
  it("is kept where it is a secret and the API has null", () => {
    const state = { ...stateOf(environment), environmentVariables: [{ key: "KEY", value: "known" }] };
    const read = outputsRead(environment.definition, state, { environmentVariables: null, status: null });
    expect(read).to.deep.include({ environmentVariables: state.environmentVariables, status: null });
  });

  it("is what the API says, null too", async () => {
    const state = { ...stateOf(environment), status: "x", slug: "y" };
    const { props } = await refreshed(environment, answered({ status: null, slug: "z" }), state);
    expect(props).to.include({ status: null, slug: "z" });
  });

  it("is made of others again", async () => {
    const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
    const { props } = await refreshed(cache, answered({ connection }));
    expect(props.connectionUri).to.equal("redis://:p@h:1");
  });
});

describe("A refresh says and changes nothing else", () => {
  const state = stateOf(application);

  it("where the API does not find the resource: dropping it would create a second one", async () => {
    const { props, lines } = await refreshed(application, failed(404, "No."));
    expect(props).to.deep.equal(state);
    expect(lines.join()).to.match(
      /^warning: Application id-1 is kept in the state, but the API does not find it: .*`pulumi state delete`/,
    );
  });

  it("where the package has made the id", async () => {
    const { host, lines, requests } = hostOf(environment.definition, paths);
    const made = { ...stateOf(environment), applicationId: "app-1", name: "staging" };
    expect((await host.read?.("app-1/staging", made))?.props).to.deep.equal(made);
    expect(lines).to.deep.equal([
      "warning: Environment app-1/staging was not read: the package has made its id. Set the API's as existingId",
    ]);
    expect(requests).to.deep.equal([]);
  });

  it("once of a class without a path", async () => {
    const { host, lines, requests } = hostOf(application.definition, { Cache: "/caches/{id}" });
    await host.read?.("id-1", state);
    await host.read?.("id-2", state);
    expect(lines.map((line) => line.split(". ")[0])).to.deep.equal([
      "warning: no application was read: apphosting:readPaths has no path for Application",
    ]);
    expect(requests).to.deep.equal([]);
  });
});

describe("A read fails, with the resource and what to check,", () => {
  const html = new ApiError("read it", { kind: "unreadable", status: 200, detail: "HTML instead of JSON" }, "none");
  const table: readonly [what: string, response: Response, says: RegExp][] = [
    ["by another id", { body: { data: { id: "id-2" } } }, /another id, "id-2"\. Check apphosting:readPaths/],
    ["by a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, /no id\. Check apphosting:readPaths/],
    ["by a route that is not there", failed(404, "The route x could not be found."), /Check apphosting:readPaths/],
    ["by a 404 without a message", failed(404), /Check apphosting:readPaths/],
    ["by a method that is not allowed", failed(405, "No."), /Check apphosting:readPaths/],
    ["by a redirect", failed(302), /Check apphosting:readPaths/],
    ["by a page", html, /Check apphosting:readPaths/],
    ["by a token", failed(403, "No."), /Check the token/],
    ["by an outage", failed(503, "Down."), /status 503: Down\.$/],
  ];
  for (const [what, response, says] of table) {
    it(what, async () => {
      const { host } = hostOf(cache.definition, paths, response);
      const error = await thrownBy(host.read?.("id-1", stateOf(cache)));
      expect(error.message)
        .to.match(/^Cache id-1: read (it|cache) /)
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
      const { host, requests } = hostOf(cache.definition, { Cache: path });
      const { message } = await thrownBy(host.read?.(id, stateOf(cache)));
      expect(message).to.match(/^Cache \S+: apphosting:readPaths makes the path \S+ of it, which leads elsewhere/);
      expect(requests).to.deep.equal([]);
    }
    const { host } = hostOf(environment.definition, { Environment: "/applications/{applicationId}/environments/{id}" });
    const { message } = await thrownBy(host.read?.("id-1", {}));
    expect(message).to.equal("Environment id-1: apphosting:readPaths has {applicationId}, which is not known of it");
  });

  it("by a setting that is malformed, for no check comes before", async () => {
    const { host } = hostOf(cache.definition, { Cache: "caches" });
    const { message } = await thrownBy(host.read?.("id-1", stateOf(cache)));
    expect(message).to.include("apphosting:readPaths must have a path of Cache that begins with one /");
  });
});

describe("existingId, where the kind is read,", () => {
  const inputs = { ...validInputs(documented.application, "required"), existingId: "id-1" };

  it("fills in the outputs, and warns of arguments that differ", async () => {
    const response = answered({ name: "Store", slug: "store", region: "us-east-2" });
    const { host, lines, requests } = hostOf(application.definition, paths, response);
    const { id, outs } = await host.create(inputs);
    expect(id).to.equal("id-1");
    expect(outs)
      .to.include({ name: "Shop", slug: "store", region: "us-east-2" })
      .and.not.to.have.any.keys("asked", "answered");
    expect(lines.join()).to.include(
      "warning: Application id-1: the program sets another value than the API of name. To accept",
    );
    expect(requests).to.have.length(1);
  });

  it("is warned of by a check before it is read", async () => {
    const { host, lines, requests } = hostOf(application.definition, paths);
    await host.check?.({}, inputs);
    expect(lines).to.deep.equal([
      "warning: Application id-1: nothing is created because existingId is set. `pulumi up` reads it, and records it with the arguments of the program",
    ]);
    expect(requests).to.deep.equal([]);
  });

  it("records nothing that the API does not know, and no path that leads elsewhere", async () => {
    const { host } = hostOf(application.definition, paths, failed(404, "No."));
    const unknown = await thrownBy(host.create(inputs));
    expect(unknown.message).to.match(/^read it failed with status 404: No\.\nCheck id: the API knows no "id-1"/);
    const ofName = await thrownBy(host.create({ ...inputs, existingId: "Web shop" }));
    expect(ofName.message).to.include("It looks like a name: copy the id of the application from the provider's web");
    const elsewhere = await thrownBy(host.create({ ...inputs, existingId: ".." }));
    expect(elsewhere.message).to.include("leads elsewhere");
  });

  it("is not read where the package has made the id", async () => {
    const { host, requests } = hostOf(environment.definition, paths);
    await host.create({ ...validInputs(documented.environment, "required"), existingId: "app/1/staging" });
    expect(requests).to.deep.equal([]);
  });
});
