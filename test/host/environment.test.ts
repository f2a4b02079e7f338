import { expect } from "chai";
import { normalise, onlyId, without } from "../faults/index.js";
import * as stated from "./arguments.js";
import { failureOf } from "./host.js";
import { hostSuite, unknown } from "./suite.js";

const required = stated.required.environment;
const all = stated.all.environment;

describe("An environment in the host process", () => {
  const suite = hostSuite();
  const create = (inputs: typeof all | typeof required) => suite.host.create("environment", inputs);
  beforeEach(async () => {
    await suite.host.create("application", { name: "Shop", sourceControlProvider: "hostA" });
  });
  const sent = () => suite.sent().slice(1);

  it("is created by one request with the required arguments and nothing else", async () => {
    const { id, properties } = await create(required);
    expect(id).to.equal("env-2");
    expect(properties).to.include(required);
    expect(sent()).to.deep.equal([["POST /applications/app-1/environments", { branch: "next", name: "staging" }]]);
  });

  it("is created by one request with all arguments under their names on the wire", async () => {
    await create(all);
    expect(sent()).to.deep.equal([
      [
        "POST /applications/app-1/environments",
        {
          branch: "next",
          name: "staging",
          build_command: "npm run build",
          cluster_id: "cluster-1",
          edge_network_id: "edge-1",
        },
      ],
    ]);
    expect(await suite.host.lines()).to.deep.equal([]);
  });

  it("sends a build command of null, which is a statement", async () => {
    const { properties } = await suite.host.create("environment", { ...required, buildCommand: null });
    expect(sent()[0]?.[1]).to.have.property("build_command", null);
    expect(properties).to.have.property("buildCommand", null);
  });

  it("keeps what was stated where the answer has only an id", async () => {
    suite.api.fault(onlyId());
    const created = await create(all);
    expect({ ...created, properties: stated.known(created.properties) }).to.deep.equal({
      id: "env-2",
      properties: all,
    });
    expect(await suite.host.lines()).to.deep.equal([]);
  });

  for (const [title, fault] of [
    ["is {}", { kind: "answer", status: 200, body: {}, takesEffect: true }],
    ["has no body", { kind: "answer", status: 204, takesEffect: true }],
    ["is empty", { kind: "answer", status: 200, body: " \n", takesEffect: true }],
    ["has no id", without("data.id")],
  ] as const) {
    it(`has an id of its application and name where the answer ${title}, and a warning says so`, async () => {
      suite.api.fault(fault);
      const { id, properties } = await create(required);
      expect(id).to.equal("app-1/staging");
      expect(properties).to.include(required);
      expect(await suite.host.lines()).to.deep.equal([
        "warning: Environment app-1/staging: the response has no id; this one is made of the inputs",
      ]);
    });
  }

  it("has the application's id as one segment of the path, whatever is in it", async () => {
    const failure = await failureOf(create({ ...required, applicationId: "../caches/a b?c#d" }));
    expect(sent().map(([request]) => request)).to.deep.equal([
      "POST /applications/..%2Fcaches%2Fa%20b%3Fc%23d/environments",
    ]);
    expect(failure.message).to.contain("404");
  });

  it("takes unknown values for every argument, and sends nothing", async () => {
    const { properties } = await create(all);
    const everything = Object.fromEntries(Object.keys(all).map((name) => [name, unknown]));
    const { failures } = await suite.host.check("environment", everything);
    expect(failures).to.deep.equal([]);
    for (const argument of Object.keys(all)) {
      const diff = await suite.host.diff("environment", "env-2", properties, { ...all, [argument]: unknown });
      expect(diff).to.deep.equal({ changes: "unknown", replaces: [argument] });
    }
    expect(sent()).to.have.length(1);
  });

  it("is not changed by the same program, nor by one that leaves arguments out", async () => {
    const { properties } = await create(all);
    for (const news of [all, required]) {
      const diff = await suite.host.diff("environment", "env-2", properties, news);
      expect(diff).to.deep.equal({ changes: "none", replaces: [] });
    }
  });

  it("is replaced by a change of any argument, a build command that goes among them", async () => {
    const { properties } = await create(all);
    const others = {
      applicationId: "app-2",
      name: "preview",
      branch: "main",
      buildCommand: null,
      clusterId: "cluster-2",
      edgeNetworkId: "edge-2",
    };
    for (const [argument, value] of Object.entries(others)) {
      const diff = await suite.host.diff("environment", "env-2", properties, { ...all, [argument]: value });
      expect(diff).to.deep.equal({ changes: "unknown", replaces: [argument] });
    }
  });

  it("is not replaced by a build command of null where there is none", async () => {
    const { properties } = await create(required);
    const news = { ...required, buildCommand: null };
    const diff = await suite.host.diff("environment", "env-2", properties, news);
    expect(diff.changes).to.equal("none");
  });

  it("is not replaced by a build command that the API normalised, and the warning does not show it", async () => {
    suite.api.fault(normalise({ build_command: "npm run build --silent" }));
    const { properties } = await create(all);
    expect(properties).to.deep.include({
      buildCommand: "npm run build --silent",
      asked: { buildCommand: "npm run build" },
    });
    expect(await suite.host.lines()).to.deep.equal([
      "warning: Environment env-2: buildCommand: the API answered another value instead of the requested value",
    ]);
    const diff = await suite.host.diff("environment", "env-2", properties, all);
    expect(diff.changes).to.equal("none");
  });

  it("is let go by a delete, which says that it still exists", async () => {
    await suite.host.delete("environment", "env-2", all);
    expect(await suite.host.lines()).to.deep.equal([
      "warning: Environment env-2 is removed from the state, but it still exists: the API has no operation to delete it",
    ]);
    expect(sent()).to.deep.equal([]);
  });
});
