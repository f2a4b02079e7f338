/** What a refresh makes of a response, and what it says of drift. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { withOperations } from "../../../provider/definitions/definition.js";
import { decodeState, encodeState, takeStateProperties } from "../../../provider/host/state/resource-state.js";
import { stateAfterRead } from "../../../provider/host/state/state-after.js";
import { application, cache, environment, resources, type TestedResource } from "../resources.js";
import { createReadingHost, refresh } from "./refresh-fixture.js";

const createState = ({ nulls, valid }: TestedResource): JsonObject => ({ ...nulls, ...valid });

for (const resource of resources) {
  const { documented: facts, definition, valid: inputs } = resource;
  const state = createState(resource);

  describe(`Refresh of ${facts.className}`, () => {
    it(`Refresh of ${facts.className}: sends one GET by the named path, and changes nothing where the response is sparse`, async () => {
      const { props, lines, requests } = await refresh(resource, { attributes: {} }, { ...state, __provider: "x" });
      const path = `/read/${facts.className}/id-1`;
      expect(requests).to.deep.equal([{ operation: `read ${definition.names.words}`, method: "GET", path, body: {} }]);
      expect(props).to.deep.equal(state);
      expect(lines).to.deep.equal([]);
    });

    it(`Refresh of ${facts.className}: null in the response changes no argument, no secret, and no output that cannot be lost`, async () => {
      const isMade = (name: string) => facts.derivedOutputs.includes(name);
      const kept = [...facts.secrets, ...facts.neverLost].filter((name) => !isMade(name));
      const known = { ...state, ...Object.fromEntries(kept.map((name) => [name, "known"])) };
      // Null of a setting of which it is a value is an answer.
      const isSetting = ({ replaces }: { replaces?: true }) => facts.update !== undefined && !replaces;
      const isNull = (row: (typeof facts.arguments)[string]) => row.nullable === "value" && isSetting(row);
      const wires = Object.values(facts.arguments).flatMap((row) => (isNull(row) ? [] : (row.attribute ?? [])));
      const nulls = Object.fromEntries([...wires, "connection", "type", "region"].map((wire) => [wire, null]));
      const { props } = await refresh(resource, { attributes: nulls }, known);
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
        const first = await refresh(resource, { attributes: { [attribute]: other } });
        expect(first.props).to.deep.include({ [name]: read, ...kept });
        const diff = isSetting ? { changes: true, replaces: [] } : { changes: false };
        expect(await first.diff(inputs)).to.deep.equal(diff);
        const second = await refresh(resource, { attributes: { [attribute]: other } }, first.props);
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
  const { lines } = await refresh(application, { attributes: { name: "SECRET", region: "us-east-2" } });
  expect(lines).to.deep.equal([
    'warning: Application id-1: name: the API has another value than the state has; region: the state has "eu-west-1", the API has "us-east-2". To accept what the API has, set it in the program, and existingId to the resource\'s id',
  ]);
});

it("Drift of a repository: said once, by what the state has in repositoryDetails, and nothing is planned", async () => {
  const details = (fullName: string) => ({ ...createState(application), repositoryDetails: { fullName } });
  const response = { attributes: { repository: { full_name: "acme/moved" } } };
  const first = await refresh(application, response, details("acme/shop"));
  expect(first.lines).to.deep.equal([
    "warning: Application id-1: repository: the API returned another repositoryDetails.fullName than before. It was changed outside Pulumi (drift)",
  ]);
  expect(first.props).to.deep.include({ repositoryDetails: { fullName: "acme/moved" } });
  expect(await first.diff(application.valid)).to.deep.equal({ changes: false });
  expect((await refresh(application, response, first.props)).lines).to.deep.equal([]);
  expect((await refresh(application, response)).lines, "nothing known before").to.deep.equal([]);
  const without = await refresh(application, { attributes: {} }, details("acme/shop"));
  expect(without.lines, "nothing returned").to.deep.equal([]);
});

it("Drift: no value is shown beside one that is not documented, which may be a secret", async () => {
  for (const [known, returned] of [
    ["eu-west-1", "mars-1"],
    ["mars-1", "eu-west-1"],
  ] as const) {
    const state = { ...createState(application), region: known };
    const { lines } = await refresh(application, { attributes: { region: returned } }, state);
    expect(lines.join()).to.include("region: the API has another value than the state has. To accept");
  }
});

it("Drift: none where the state has no value, except for a buildCommand of null", async () => {
  const state = { ...createState(environment), buildCommand: null };
  const { props, lines } = await refresh(environment, { attributes: { build_command: "make" } }, state);
  expect(props).to.deep.include({ buildCommand: null, answered: { buildCommand: "make" } });
  expect(lines).to.have.length(1);
  const unset = { ...createState(application), region: null };
  const { props: known } = await refresh(application, { attributes: { region: "us-east-2" } }, unset);
  expect(known).to.include({ region: "us-east-2" }).and.not.to.have.property("answered");
});

it("Drift: accepted by existingId, after which a refresh is silent", async () => {
  const inputs = { ...application.required, name: "Store", existingId: "id-1" };
  const drifted = { ...createState(application), existingId: "id-1", answered: { name: "Store" } };
  const { host } = createReadingHost(application, { attributes: { name: "Store", slug: "store" } });
  expect(await host.diff?.("id-1", drifted, inputs)).to.deep.equal({ changes: true, replaces: [] });
  const outs = (await host.update?.("id-1", drifted, inputs))?.outs as JsonObject;
  expect(outs).to.include({ name: "Store", slug: "store" }).and.not.to.have.any.keys("asked", "answered");
  expect((await refresh(application, { attributes: { name: "Store" } }, outs)).lines).to.deep.equal([]);
});

it("Refresh: an output that is no argument becomes what the API returns, null too, unless it is a secret or made of other outputs", async () => {
  const state = { ...createState(environment), status: "x", slug: "y" };
  const { props } = await refresh(environment, { attributes: { status: null, slug: "z" } }, state);
  expect(props).to.deep.equal({ ...state, status: null, slug: "z" });
  const secret = { environmentVariables: [{ key: "KEY", value: "known" }] };
  const definition = withOperations(environment.definition, {});
  const read = stateAfterRead(definition, decodeState(definition, takeStateProperties(secret)), {
    environmentVariables: null,
  });
  expect(encodeState(definition, read)).to.deep.include(secret);
  const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
  const { props: made } = await refresh(cache, { attributes: { connection } });
  expect(made.connectionUri).to.equal("redis://:p@h:1");
});
