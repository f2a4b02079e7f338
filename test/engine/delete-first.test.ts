/** deleteBeforeReplace, by the program or by pulumi:autonaming: the engine takes the old one for gone, also where it is retained. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const environment = (args: object, options = "{}") =>
  `new Environment("web", ${JSON.stringify({ applicationId: "app-1", name: "web", branch: "main", ...args })}, ${options});\n`;

describeEngine("deleteBeforeReplace", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  const up = async (program: string) => (await use.stack.writeProgram(program)).up();

  it("deleteBeforeReplace: refused for a resource that is retained", async () => {
    await use.stack.writeProgram(environment({}, "{ deleteBeforeReplace: true }"));
    const text = await use.stack.fail("preview");
    expect(text).to.include(`Environment "web": deleteBeforeReplace can't work, because the resource is retained`);
  });

  it("deleteBeforeReplace with retainOnDelete: false: DELETE goes before the POST of the same name", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const options = "{ retainOnDelete: false, deleteBeforeReplace: true }";
    await up(environment({}, options));
    const { id } = await stack.findResource("web");
    expect(await recordRequests(api, () => up(environment({ clusterId: "cluster-1" }, options)))).to.deep.equal([
      `DELETE /environments/${id} `,
      'POST /applications/app-1/environments {"name":"web","branch":"main","cluster_id":"cluster-1"}',
    ]);
  });

  it("pulumi:autonaming without a random part: what a failed replacement leaves as gone is healed by existingId", async () => {
    const { stack, api } = use;
    await stack.succeed("config", "set", "--path", "pulumi:autonaming.mode", "verbatim");
    await up(environment({}));
    const { id } = await stack.findResource("web");
    api.addFault(respondWith(422, { message: "name is taken." }), { method: "POST" });
    await stack.writeProgram(environment({ branch: "next" }));
    await stack.failUp();
    await stack.writeProgram(environment({}));
    // The program has gone back to what the resource is, and the engine still wants a new one.
    expect((await stack.previewSteps()).changeSummary).to.include({ replace: 1 });
    const healing = environment({ existingId: id });
    expect(await recordRequests(api, () => up(healing))).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
    await up(environment({}));
    await stack.preview("--expect-no-changes");
    expect((await stack.findResource("web")).id).to.equal(id);
  });
});
