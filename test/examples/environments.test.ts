import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine } from "../engine/describe";
import { expectUp, useExample } from "./project";

describeEngine("example environments", () => {
  const example = useExample("environments");

  it("Example environments: up creates one environment per branch, also for an added branch", async () => {
    const { stack, api } = example;
    const create = "POST /applications/app-1/environments";
    await expectUp(example, ["POST /applications", create, create]);

    await stack.succeed("config", "set", "--path", "environments.next", "feature/next");
    const [sent = "", ...more] = await recordRequests(api, () => stack.up());
    expect(sent).to.match(/^POST \/applications\/app-1\/environments .*"feature\/next"/);
    expect(more).to.deep.equal([]);
    for (const branch of ["develop", "main"]) expect(api.listSent().join()).to.include(`"branch":"${branch}"`);
  });
});
