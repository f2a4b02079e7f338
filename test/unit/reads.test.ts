/** Reads, for users whose API has them: what is sent, what a refresh makes of the answer, and what it says. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { hostOf, paths, refreshed, stateOf } from "./reads-fixture.js";
import { application, cache, environment, resources } from "./resources.js";

for (const resource of resources) {
  const { documented: facts, definition, valid: inputs } = resource;
  const state = stateOf(resource);

  describe(`A refresh of ${facts.kind}`, () => {
    it("sends one GET by the path that is set, and merges nothing where the answer is sparse", async () => {
      const { props, lines, requests } = await refreshed(resource, { attributes: {} }, { ...state, __provider: "x" });
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
      const { props } = await refreshed(resource, { attributes: nulls }, { ...known, ...stable, connectionUri: null });
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
        const [kept, read] = isSetting
          ? [{ asked: { [name]: valid } }, other]
          : [{ answered: { [name]: other } }, valid];
        const first = await refreshed(resource, { attributes: { [answer]: other } });
        expect(first.props).to.deep.include({ [name]: read, ...kept });
        const diff = isSetting ? { changes: true, replaces: [] } : { changes: false };
        expect(await first.diff(inputs)).to.deep.equal(diff);
        const second = await refreshed(resource, { attributes: { [answer]: other } }, first.props);
        expect(second.props).to.deep.equal(first.props);
        const drift = `warning: ${facts.kind} id-1: the state has another value than the API of ${name}`;
        expect(second.lines.map((line) => line.split(" (")[0])).to.deep.equal(isSetting ? [] : [drift]);
      });
    }
  });
}

describe("Drift", () => {
  it("is said in one line, with values that cannot be secrets", async () => {
    const { lines } = await refreshed(application, { attributes: { name: "SECRET", region: "us-east-2" } });
    expect(lines).to.deep.equal([
      'warning: Application id-1: the state has another value than the API of name ([not shown], in the API [not shown]) and region ("eu-west-1", in the API "us-east-2"). To accept the API\'s, set it in the program, and existingId to the resource\'s id',
    ]);
  });

  it("is none where the state has no value, but for a build command, of which null is one", async () => {
    const state = { ...stateOf(environment), buildCommand: null };
    const { props, lines } = await refreshed(environment, { attributes: { build_command: "make" } }, state);
    expect(props).to.deep.include({ buildCommand: null, answered: { buildCommand: "make" } });
    expect(lines).to.have.length(1);
    const unset = { ...stateOf(application), region: null };
    const { props: known } = await refreshed(application, { attributes: { region: "us-east-2" } }, unset);
    expect(known).to.include({ region: "us-east-2" }).and.not.to.have.property("answered");
  });

  it("is accepted by existingId: the record agrees with the API, and a refresh is silent", async () => {
    const inputs = { ...application.required, name: "Store", existingId: "id-1" };
    const drifted = { ...stateOf(application), existingId: "id-1", answered: { name: "Store" } };
    const { host } = hostOf(application, { attributes: { name: "Store", slug: "store" } });
    expect(await host.diff?.("id-1", drifted, inputs)).to.deep.equal({ changes: true, replaces: [] });
    const outs = (await host.update?.("id-1", drifted, inputs))?.outs as JsonObject;
    expect(outs).to.include({ name: "Store", slug: "store" }).and.not.to.have.any.keys("asked", "answered");
    expect((await refreshed(application, { attributes: { name: "Store" } }, outs)).lines).to.deep.equal([]);
  });
});

it("An output that is no argument is what the API says, null too, or made of others again", async () => {
  const state = { ...stateOf(environment), status: "x", slug: "y" };
  const { props } = await refreshed(environment, { attributes: { status: null, slug: "z" } }, state);
  expect(props).to.include({ status: null, slug: "z" });
  const connection = { hostname: "h", port: 1, protocol: "redis", login: { password: "p" } };
  const { props: made } = await refreshed(cache, { attributes: { connection } });
  expect(made.connectionUri).to.equal("redis://:p@h:1");
});
