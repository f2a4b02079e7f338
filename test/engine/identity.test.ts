/** What a stack takes for the same resource: creates that return what exists, and addresses at which another one is found. */

import { expect } from "chai";
import { normaliseAttributes, rewriteResponse } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const operations = JSON.stringify({ Environment: "GET, PATCH, DELETE /environments/{id}" });
const environment = (args: object) => {
  const all = JSON.stringify({ applicationId: "app-1", name: "web", branch: "main", ...args });
  return `new Environment("web", ${all}, { retainOnDelete: false });\n`;
};

describeEngine("identity", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": operations }));
  const up = async (program: string) => (await use.stack.writeProgram(program)).up();
  const failUp = async (program: string) => {
    let text = "";
    const sent = await recordRequests(use.api, async () => {
      text = await (await use.stack.writeProgram(program)).failUp();
    });
    return { text, methods: sent.map((line) => line.split(" ")[0]) };
  };

  it("Replacement whose create returns the existing resource: an error names its id, and nothing is deleted", async () => {
    const { stack, api } = use;
    await up(environment({}));
    const { id } = await stack.findResource("web");
    // An API that finds by name returns what is there, with its id.
    const found = rewriteResponse(({ data, ...rest }) => ({ ...rest, data: { ...data, id } }));
    api.addFault(found, { method: "POST", lasts: true });
    await stack.writeProgram(environment({ name: "web 2", clusterId: "cluster-1" }));
    const { text, methods } = await failUp(environment({ name: "web 2", clusterId: "cluster-1" }));
    expect(methods).to.deep.equal(["POST"]);
    expect(text).to.include(
      `create environment got a response with the id of Environment ${id}, which the stack has already`,
    );
    expect((await stack.findResource("web")).id).to.equal(id);
    await up(environment({}));
    await stack.preview("--expect-no-changes");
  });

  it("Update at a named address where another resource is found: nothing is sent, and the state stays", async () => {
    const { stack, api } = use;
    await up(environment({}));
    const { id } = await stack.findResource("web");
    const before = await stack.findResource("web");
    api.addFault(normaliseAttributes({ created_at: "2020-01-01T00:00:00Z" }), { method: "GET", lasts: true });
    const { text, methods } = await failUp(environment({ branch: "next" }));
    expect(methods).to.deep.equal(["GET"]);
    expect(text).to.include("update environment was not sent.");
    expect(text).to.include(`another createdAt, so that it may be about another environment than Environment ${id}`);
    const { createdAt, branch } = before.outputs;
    expect((await stack.findResource("web")).outputs).to.include({ createdAt, branch });
    const destroyed = await stack.fail("destroy", "--yes", "--skip-preview");
    expect(destroyed).to.include("another createdAt, so that it may be about another environment");
    expect(api.sandbox.state().environments.map((one) => one.id)).to.include(id);
  });
});
