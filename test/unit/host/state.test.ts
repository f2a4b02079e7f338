/** States that earlier releases have written, and what a call returns of them. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { application, cache, environment } from "../documented-resources.js";
import {
  catchStoredFailure,
  createConfiguredHost,
  createHost,
  createRefusal,
  lost,
  type Response,
} from "../host-fixture.js";

const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const unknown = { outcome: "unknown" };

describe("Diff of a state of an earlier release", () => {
  for (const [what, state, news, diff] of [
    ["without asked and answered", {}, {}, { changes: false }],
    ["with a size that the API did not apply", { answered: { size: "250mb" } }, {}, { changes: true, replaces: [] }],
    [
      "with a size that a refresh found otherwise",
      { size: "250mb", asked: { size: "1gb" } },
      {},
      { changes: true, replaces: [] },
    ],
    ["with an unknown outcome of 0.4.0", { answered: { size: unknown } }, {}, { changes: true, replaces: [] }],
    [
      "with an unknown outcome of 0.3.0, which was null",
      { answered: { size: null } },
      {},
      { changes: true, replaces: [] },
    ],
    [
      "with drift of what the program leaves out",
      { isPublic: true, asked: { isPublic: false } },
      {},
      { changes: false },
    ],
    ["without an output that is new", { environments: undefined }, {}, { changes: false }],
  ] as readonly (readonly [string, Record<string, unknown>, JsonObject, unknown])[]) {
    it(`Diff of a state of an earlier release, ${what}: ${JSON.stringify(diff)}`, async () => {
      const { host, lines } = createHost(cache);
      const olds = JSON.parse(JSON.stringify({ ...cache.nulls, ...sessions, ...state }));
      expect(await host.diff("cache-1", olds, { ...sessions, ...news })).to.deep.equal(diff);
      expect(lines.join().includes("the outcome of the last update is unknown")).to.equal(what.includes("unknown"));
    });
  }

  it("Diff of a state of an earlier release with drift of what cannot be updated: neither value replaces, and a third does", async () => {
    const state = {
      ...application.nulls,
      ...application.valid,
      asked: { name: "Shop 1" },
      answered: { name: "Shop 2" },
    };
    for (const [name, diff] of [
      ["Shop", { changes: false }],
      ["Shop 1", { changes: false }],
      ["Shop 2", { changes: false }],
      ["Shop 3", { replaces: ["name"] }],
    ] as const) {
      expect(await createHost(application).host.diff("app-1", state, { ...application.valid, name })).to.deep.equal(
        diff,
      );
    }
  });

  it("Diff of a buildCommand that 0.4.0 answered as null: null is a value of it, and no unknown outcome", async () => {
    const state = { ...environment.nulls, ...environment.valid, answered: { buildCommand: null } };
    const { host, lines } = createHost(environment);
    expect(await host.diff("env-1", state, environment.valid)).to.deep.equal({ changes: false });
    expect(lines).to.deep.equal([]);
  });
});

describe("State of 0.4.0, whose options name asked and answered as secret", () => {
  const secret = "make --token of-somebody";
  const state: JsonObject = {
    ...environment.nulls,
    ...environment.required,
    buildCommand: null,
    ...{ asked: { buildCommand: secret }, answered: { buildCommand: `${secret} `, name: "Staging" } },
  };
  const strip = ({ asked: _, answered: __, ...rest }: JsonObject) => rest;

  for (const [what, settings, response] of [
    ["with nothing named", {}, undefined],
    ["with `read` named", { operations: "read" }, { attributes: {} }],
    [
      "with `read` named, and drift",
      { operations: "read" },
      { attributes: { build_command: `${secret} 2`, name: "other" } },
    ],
    [
      "with `read` and `update` named",
      { operations: "read,update" },
      { attributes: { build_command: `${secret} 2`, name: "other" } },
    ],
    ["which finds nothing", { operations: "read" }, createRefusal(404, "No.")],
  ] as const) {
    it(`State of 0.4.0, refreshed before any up, ${what}: a secret stands under asked and answered, and nowhere else`, async () => {
      const { host } = createConfiguredHost(settings, environment, ...(response === undefined ? [] : [response]));
      const { props } = await host.read("env-1", state);
      expect(JSON.stringify({ asked: props.asked, answered: props.answered })).to.include(secret);
      expect(JSON.stringify(strip(props))).not.to.include("of-somebody");
      expect(props).not.to.have.property("__apphosting");
    });
  }

  it("State of 0.4.0 without asked and answered: what a refresh before any up finds stands under asked, which its options name as secret", async () => {
    const plain = strip({ ...state, buildCommand: secret });
    const drifted: Response = { attributes: { build_command: "make other" } };
    const { host } = createConfiguredHost({ operations: "read,update" }, environment, drifted);
    const { props } = await host.read("env-1", plain);
    expect(props).to.deep.include({ buildCommand: "make other", asked: { requested: { buildCommand: secret } } });
    expect(props).not.to.have.any.keys("answered", "__apphosting");
    const inputs = { ...environment.required, buildCommand: secret };
    expect(await host.diff("env-1", props, inputs)).to.deep.equal({ changes: true, replaces: [] });
    expect((await host.read("env-1", props)).props).to.deep.equal(props);
  });

  it("State of 0.4.0: the next update, of whatever outcome, keeps it under __apphosting alone", async () => {
    const inputs = { ...environment.required, branch: "next" };
    const update = { operations: "update" };
    const { outs } = await createConfiguredHost(update, environment).host.update("env-1", state, inputs);
    const { host } = createConfiguredHost(update, environment, lost);
    const { properties } = await catchStoredFailure(host.update("env-1", state, inputs));
    for (const kept of [outs, properties]) {
      expect(kept).not.to.have.any.keys("asked", "answered");
      expect(kept).to.have.nested.property("__apphosting.requested.buildCommand", secret);
      expect(kept).to.have.nested.property("__apphosting.returned.buildCommand", `${secret} `);
    }
  });
});

it("State: what a read returns is read back as it was", async () => {
  const settings = { operations: "read,update" };
  const { host } = createConfiguredHost(settings, environment, { attributes: { name: "other", build_command: "x" } });
  const { props } = await host.read("env-1", {
    ...environment.nulls,
    ...environment.valid,
    __apphosting: { requested: { branch: "r", clusterId: "c" }, returned: { branch: unknown, edgeNetworkId: null } },
  });
  expect(props.__apphosting).to.deep.equal({
    requested: { branch: "r", clusterId: "c", name: "staging", buildCommand: "npm run build" },
    returned: { branch: unknown, edgeNetworkId: null },
  });
  expect((await host.read("env-1", props)).props).to.deep.equal(props);
});
