import { expect } from "chai";
import { normalise, onlyId, without } from "../faults/index.js";
import * as stated from "./arguments.js";
import { failureOf } from "./host.js";
import { hostSuite, unknown } from "./suite.js";

const required = stated.required.application;
const all = stated.all.application;

describe("An application in the host process", () => {
  const suite = hostSuite();

  it("is created by one request with the required arguments and nothing else", async () => {
    const { id, properties } = await suite.host.create("application", required);
    expect(id).to.equal("app-1");
    expect(properties).to.include(required);
    expect(suite.sent()).to.deep.equal([
      ["POST /applications", { name: "Shop", source_control_provider_type: "hostA" }],
    ]);
  });

  it("is created by one request with all arguments under their names on the wire", async () => {
    await suite.host.create("application", all);
    expect(suite.sent()).to.deep.equal([
      [
        "POST /applications",
        {
          name: "Shop",
          region: "eu-west-1",
          repository: "acme/shop",
          build_command: "npm run build",
          root_directory: "web",
          cluster_id: "cluster-1",
          source_control_provider_type: "hostA",
        },
      ],
    ]);
    expect(await suite.host.lines()).to.deep.equal([]);
  });

  it("sends JSON with the token, and says who asks", async () => {
    await suite.host.create("application", required);
    const headers = suite.api.requests()[0]?.headers;
    expect(headers).to.include({
      authorization: `Bearer ${suite.api.token}`,
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(headers?.["user-agent"]).to.match(/^pulumi-apphosting\/\d+\.\d+\.\d+/);
  });

  it("sends a build command of null, which is a statement", async () => {
    const { properties } = await suite.host.create("application", { ...required, buildCommand: null });
    expect(suite.sent()[0]?.[1]).to.have.property("build_command", null);
    expect(properties).to.have.property("buildCommand", null);
  });

  it("keeps what was stated where the answer has only an id", async () => {
    suite.api.fault(onlyId());
    const created = await suite.host.create("application", all);
    expect({ ...created, properties: stated.known(created.properties) }).to.deep.equal({
      id: "app-1",
      properties: all,
    });
    expect(await suite.host.lines()).to.deep.equal([]);
  });

  it("keeps every digit of a numeric id", async () => {
    suite.api.fault({
      kind: "answer",
      status: 201,
      body: '{"data":{"id":12345678901234567890}}',
      takesEffect: true,
    });
    const { id } = await suite.host.create("application", required);
    expect(id).to.equal("12345678901234567890");
  });

  for (const [title, fault] of [
    ["has no body", { kind: "answer", status: 204, takesEffect: true }],
    ["has an empty body", { kind: "answer", status: 200, body: "", takesEffect: true }],
    ["has no id", without("data.id")],
  ] as const) {
    it(`may exist where the answer ${title}, and the error says so`, async () => {
      suite.api.fault(fault);
      const failure = await failureOf(suite.host.create("application", { ...required, rootDirectory: title }));
      expect(failure.message).to.match(/^create application got a response without an id\n/);
      expect(failure.message).to.contain("The application may still have been created.");
      expect(suite.sent()).to.have.length(1);
    });
  }

  it("takes unknown values for every argument, and sends nothing", async () => {
    const { properties } = await suite.host.create("application", all);
    suite.api.reset();
    const everything = Object.fromEntries(Object.keys(all).map((name) => [name, unknown]));
    const { inputs, failures } = await suite.host.check("application", everything);
    expect(failures).to.deep.equal([]);
    expect(inputs).to.deep.equal(everything);
    for (const argument of Object.keys(all)) {
      const diff = await suite.host.diff("application", "app-1", properties, { ...all, [argument]: unknown });
      expect(diff).to.deep.equal({ changes: "unknown", replaces: [argument] });
    }
    expect(suite.sent()).to.deep.equal([]);
  });

  it("is not changed by the same program", async () => {
    const { properties } = await suite.host.create("application", all);
    const diff = await suite.host.diff("application", "app-1", properties, all);
    expect(diff).to.deep.equal({ changes: "none", replaces: [] });
  });

  it("is replaced by a change of any argument", async () => {
    const { properties } = await suite.host.create("application", all);
    const others = {
      name: "Store",
      sourceControlProvider: "hostB",
      region: "us-east-2",
      repository: "acme/store",
      buildCommand: null,
      rootDirectory: "app",
      clusterId: "cluster-2",
    };
    for (const [argument, value] of Object.entries(others)) {
      const diff = await suite.host.diff("application", "app-1", properties, { ...all, [argument]: value });
      expect(diff).to.deep.equal({ changes: "unknown", replaces: [argument] });
    }
  });

  it("is not replaced by leaving an argument out", async () => {
    const { properties } = await suite.host.create("application", all);
    const diff = await suite.host.diff("application", "app-1", properties, required);
    expect(diff).to.deep.equal({ changes: "none", replaces: [] });
  });

  it("is not replaced by a region that the API normalised, nor by stating what it made of it", async () => {
    suite.api.fault(normalise({ region: "us-east-1" }));
    const { properties } = await suite.host.create("application", all);
    expect(properties).to.deep.include({ region: "us-east-1", asked: { region: "eu-west-1" } });
    expect(await suite.host.lines()).to.deep.equal([
      'warning: Application app-1: region: requested "eu-west-1", the API answered "us-east-1"',
    ]);
    for (const region of ["eu-west-1", "us-east-1"]) {
      const diff = await suite.host.diff("application", "app-1", properties, { ...all, region });
      expect(diff.changes).to.equal("none");
    }
    const other = await suite.host.diff("application", "app-1", properties, { ...all, region: "us-east-2" });
    expect(other.replaces).to.deep.equal(["region"]);
  });

  it("cannot be changed, should the engine ever ask", async () => {
    const failure = await failureOf(suite.host.update("application", "app-1", all, all));
    expect(failure.message).to.equal("Application app-1 cannot be changed: the API has no operation for it.");
    expect(suite.sent()).to.deep.equal([]);
  });

  it("is let go by a delete, which says that it still exists", async () => {
    await suite.host.delete("application", "app-1", all);
    expect(await suite.host.lines()).to.deep.equal([
      "warning: Application app-1 is removed from the state, but it still exists: the API has no operation to delete it",
    ]);
    expect(suite.sent()).to.deep.equal([]);
  });
});
