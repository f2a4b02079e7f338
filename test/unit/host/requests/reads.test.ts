/** Reads, for users whose API has them: what is sent, what a refresh makes of the answer, what it says, and what fails. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { withOperations } from "../../../../provider/definitions/definition.js";
import { decodeState, encodeState, takeStateProperties } from "../../../../provider/host/state/resource-state.js";
import { stateAfterRead } from "../../../../provider/host/state/state-after.js";
import { catchError, createConfiguredHost, createRefusal, type Response } from "../../host-fixture.js";
import { application, cache, environment, resources, type TestedResource } from "../../resources.js";

/** Each class is read at an address of its own. */
const operations = Object.fromEntries(
  resources.map(({ documented: { className } }) => [className, `GET /read/${className}/{id}`]),
);
const hostOf = (kind: TestedResource, response: Response) => createConfiguredHost({ operations }, kind, response);

/** A resource of the id `id-1` after a refresh. */
async function refreshed(resource: TestedResource, response: Response, state = stateOf(resource)) {
  const { host, lines, requests } = hostOf(resource, response);
  const { props } = (await host.read?.("id-1", state)) ?? {};
  const diff = (news: JsonObject) => host.diff?.("id-1", props, news);
  return { props: props as JsonObject, lines, requests, diff };
}

const stateOf = ({ outputs, valid }: TestedResource): JsonObject => ({
  ...Object.fromEntries(outputs.map((name) => [name, null])),
  ...valid,
});

for (const resource of resources) {
  const { documented: facts, definition, valid: inputs } = resource;
  const state = stateOf(resource);

  describe(`Refresh of ${facts.className}`, () => {
    it(`Refresh of ${facts.className}: sends one GET by the named path, and changes nothing where the response is sparse`, async () => {
      const { props, lines, requests } = await refreshed(resource, { attributes: {} }, { ...state, __provider: "x" });
      const path = `/read/${facts.className}/id-1`;
      expect(requests).to.deep.equal([{ operation: `read ${definition.names.words}`, method: "GET", path, body: {} }]);
      expect(props).to.deep.equal(state);
      expect(lines).to.deep.equal([]);
    });

    it(`Refresh of ${facts.className}: null in the response changes no argument, no secret, and no output that cannot be lost`, async () => {
      const isMade = (name: string) => facts.derivedOutputs.includes(name);
      const kept = [...facts.secrets, ...Object.keys(facts.stable)].filter((name) => !isMade(name));
      const known = { ...state, ...Object.fromEntries(kept.map((name) => [name, "known"])) };
      // Null of a setting of which it is a value is an answer.
      const isSetting = ({ replaces }: { replaces?: true }) => facts.update !== undefined && !replaces;
      const isNull = (row: (typeof facts.arguments)[string]) => row.nullable === "value" && isSetting(row);
      const wires = Object.values(facts.arguments).flatMap((row) => (isNull(row) ? [] : (row.attribute ?? [])));
      const nulls = Object.fromEntries([...wires, "connection", "type", "region"].map((wire) => [wire, null]));
      const { props } = await refreshed(resource, { attributes: nulls }, known);
      for (const name of Object.keys(known)) if (!isMade(name)) expect(props[name], name).to.equal(known[name]);
    });

    for (const [name, { attribute, valid, other, replaces }] of Object.entries(facts.arguments)) {
      if (attribute === undefined) continue;
      const isSetting = facts.update !== undefined && !replaces;
      const title = isSetting
        ? `Refresh: another ${name} of the API becomes the output, which the next up corrects`
        : `Refresh: another ${name} of the API is drift that each refresh reports, and the output stays`;
      it(title, async () => {
        const [kept, read] = isSetting
          ? [{ asked: { [name]: valid } }, other]
          : [{ answered: { [name]: other } }, valid];
        const first = await refreshed(resource, { attributes: { [attribute]: other } });
        expect(first.props).to.deep.include({ [name]: read, ...kept });
        const diff = isSetting ? { changes: true, replaces: [] } : { changes: false };
        expect(await first.diff(inputs)).to.deep.equal(diff);
        const second = await refreshed(resource, { attributes: { [attribute]: other } }, first.props);
        expect(second.props).to.deep.equal(first.props);
        const drift = new RegExp(
          `^warning: ${facts.className} id-1: ${name}: .*the API has .*\\. To accept what the API has`,
        );
        expect(second.lines).to.have.length(isSetting ? 0 : 1);
        for (const line of second.lines) expect(line).to.match(drift);
      });
    }
  });
}

it("Drift: one line, with values that cannot be secrets", async () => {
  const { lines } = await refreshed(application, { attributes: { name: "SECRET", region: "us-east-2" } });
  expect(lines).to.deep.equal([
    'warning: Application id-1: name: the API has another value than the state has; region: the state has "eu-west-1", the API has "us-east-2". To accept what the API has, set it in the program, and existingId to the resource\'s id',
  ]);
});

it("Drift of a repository: said once, by what the state has in repositoryDetails, and nothing is planned", async () => {
  const details = (fullName: string) => ({ ...stateOf(application), repositoryDetails: { fullName } });
  const response = { attributes: { repository: { full_name: "acme/moved" } } };
  const first = await refreshed(application, response, details("acme/shop"));
  expect(first.lines).to.deep.equal([
    "warning: Application id-1: repository: the API returned another repositoryDetails.fullName than before. It was changed outside Pulumi (drift)",
  ]);
  expect(first.props).to.deep.include({ repositoryDetails: { fullName: "acme/moved" } });
  expect(await first.diff(application.valid)).to.deep.equal({ changes: false });
  expect((await refreshed(application, response, first.props)).lines).to.deep.equal([]);
  expect((await refreshed(application, response)).lines, "nothing known before").to.deep.equal([]);
});

it("Drift: no value is shown beside one that is not documented, which may be a secret", async () => {
  for (const [known, returned] of [
    ["eu-west-1", "mars-1"],
    ["mars-1", "eu-west-1"],
  ] as const) {
    const state = { ...stateOf(application), region: known };
    const { lines } = await refreshed(application, { attributes: { region: returned } }, state);
    expect(lines.join()).to.include("region: the API has another value than the state has. To accept");
  }
});

it("Drift: none where the state has no value, except for a buildCommand of null", async () => {
  const state = { ...stateOf(environment), buildCommand: null };
  const { props, lines } = await refreshed(environment, { attributes: { build_command: "make" } }, state);
  expect(props).to.deep.include({ buildCommand: null, answered: { buildCommand: "make" } });
  expect(lines).to.have.length(1);
  const unset = { ...stateOf(application), region: null };
  const { props: known } = await refreshed(application, { attributes: { region: "us-east-2" } }, unset);
  expect(known).to.include({ region: "us-east-2" }).and.not.to.have.property("answered");
});

it("Drift: accepted by existingId, after which a refresh is silent", async () => {
  const inputs = { ...application.required, name: "Store", existingId: "id-1" };
  const drifted = { ...stateOf(application), existingId: "id-1", answered: { name: "Store" } };
  const { host } = hostOf(application, { attributes: { name: "Store", slug: "store" } });
  expect(await host.diff?.("id-1", drifted, inputs)).to.deep.equal({ changes: true, replaces: [] });
  const outs = (await host.update?.("id-1", drifted, inputs))?.outs as JsonObject;
  expect(outs).to.include({ name: "Store", slug: "store" }).and.not.to.have.any.keys("asked", "answered");
  expect((await refreshed(application, { attributes: { name: "Store" } }, outs)).lines).to.deep.equal([]);
});

it("Refresh: an output that is no argument becomes what the API returns, null too, unless it is a secret or made of other outputs", async () => {
  const state = { ...stateOf(environment), status: "x", slug: "y" };
  const { props } = await refreshed(environment, { attributes: { status: null, slug: "z" } }, state);
  expect(props).to.deep.equal({ ...state, status: null, slug: "z" });
  const secret = { environmentVariables: [{ key: "KEY", value: "known" }] };
  const definition = withOperations(environment.definition, {});
  const read = stateAfterRead(definition, decodeState(definition, takeStateProperties(secret)), {
    environmentVariables: null,
  });
  expect(encodeState(definition, read)).to.deep.include(secret);
  const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
  const { props: made } = await refreshed(cache, { attributes: { connection } });
  expect(made.connectionUri).to.equal("redis://:p@h:1");
});

it("Refresh of a resource that the API does not find: warns and keeps it in the state, because the next up would create a second one", async () => {
  const { props, lines } = await refreshed(application, createRefusal(404, "No."));
  expect(props).to.deep.equal(stateOf(application));
  expect(lines.join()).to.match(
    /^warning: Application id-1 is kept in the state, but the API does not find it: .*`pulumi state delete`/,
  );
});

it("Refresh without a path, or with an id that the package made: sends nothing, and says so once", async () => {
  const made = { ...stateOf(environment), applicationId: "app-1", name: "staging" };
  for (const [ids, kind, state, says] of [
    [["app-1/staging"], environment, made, "Environment app-1/staging was not read: the package has made its id"],
    [["id-1", "id-2"], cache, stateOf(cache), "refresh read nothing: the API documents no read"],
    [["id-1"], application, stateOf(application), "refresh read nothing: the API documents no read"],
  ] as const) {
    const { host, lines, requests } = createConfiguredHost(
      { operations: { Environment: "GET /environments/{id}" } },
      kind,
    );
    for (const id of ids) expect((await host.read?.(id, state))?.props).to.deep.equal(state);
    expect(lines.map((line) => line.split(". ")[0])).to.deep.equal([`warning: ${says}`]);
    expect(requests).to.deep.equal([]);
  }
});

it("Refresh without a named GET: says that nothing was read, also of a resource whose id the package made", async () => {
  const { host, lines } = createConfiguredHost({}, environment);
  await host.read("app-1/staging", { ...stateOf(environment), applicationId: "app-1", name: "staging" });
  expect(lines.join()).to.match(/^warning: refresh read nothing/);
});

const html: Response = { failure: { kind: "unreadable", status: 200, detail: "HTML" }, effect: "none" };
const table: readonly [what: string, response: Response, says: RegExp][] = [
  [
    "by another id",
    { body: { data: { id: "id-2" } } },
    /another id, "id-2", .* than Cache id-1\. Check apphosting:baseUrl, apphosting:operations and .*, or set the id of another one as cacheId/,
  ],
  ["by a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, /no id\. Check apphosting:operations/],
  [
    "by a route that is not there",
    createRefusal(404, "The route x could not be found."),
    /Check apphosting:operations/,
  ],
  ["by a 404 without a message", createRefusal(404), /Check apphosting:operations/],
  ["by a redirect", createRefusal(302), /Check apphosting:operations/],
  ["by a page", html, /Check apphosting:operations/],
  ["by a token", createRefusal(403, "No."), /Check the token/],
  [
    "by an outage",
    createRefusal(503, "Down."),
    /status 503: Down\.\n`pulumi refresh` and .* use the settings of the last `pulumi up`/,
  ],
];
for (const [what, response, says] of table) {
  it(`Read fails ${what}: the error names the resource and what to check`, async () => {
    const { message, stack } = await catchError(hostOf(cache, response).host.read?.("id-1", stateOf(cache)));
    expect(message)
      .to.match(/^Cache id-1: read cache /)
      .and.to.match(says)
      .and.not.to.match(/may still have/);
    expect(stack).to.equal("");
  });
}

const elsewhere = (path: string) =>
  `was not sent: the path ${path} leads elsewhere\nCheck the id and apphosting:operations.`;
for (const [what, operation, says, id = "id-1"] of [
  ["an id that leads elsewhere", "GET /caches/{id}", elsewhere("/caches/.."), ".."],
  ["a value that the state lacks", "GET /caches/{cacheId}/{id}", elsewhere("/caches/null/id-1")],
  ["a malformed address, for no check comes before", "GET caches", "Cache: the address must begin with one /"],
] as [string, string, string, string?][]) {
  it(`Read fails before it is sent, with what to check, by ${what}`, async () => {
    const { host, requests } = createConfiguredHost({ operations: { Cache: operation } }, cache);
    expect((await catchError(host.read?.(id, {}))).message)
      .to.include(says)
      .and.not.to.match(/may still/);
    expect(requests).to.deep.equal([]);
  });
}
