/** The examples whose `up` needs only the settings in their READMEs. */

import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine } from "../engine/describe";
import { expectUp, runReadme, useExample } from "./project";

const createApplication = "POST /applications";
const createEnvironment = "POST /applications/app-1/environments";

const requests = {
  "cache-tuning": ["PATCH /caches/cache-1", "PATCH /caches/cache-2", "PATCH /caches/cache-3"],
  environments: [createApplication, createEnvironment, createEnvironment],
  javascript: [createApplication, createEnvironment, "PATCH /caches/cache-1"],
  "unit-tested": [createApplication, createEnvironment, "PATCH /caches/cache-2"],
};

for (const [name, expected] of Object.entries(requests)) {
  describeEngine(`example ${name}`, () => {
    const example = useExample(name);

    it(`Example ${name}: up sends one request per resource`, () => expectUp(example, expected));

    if (name === "environments") {
      it("Example environments: up creates an environment for an added branch", async () => {
        const { stack, api } = example;
        await stack.succeed("config", "set", "--path", "environments.next", "feature/next");
        const [sent = "", ...more] = await recordRequests(api, () => stack.up());
        expect(sent).to.match(/^POST \/applications\/app-1\/environments .*"feature\/next"/);
        expect(more).to.deep.equal([]);
        for (const branch of ["develop", "main"]) expect(api.listSent().join()).to.include(`"branch":"${branch}"`);
      });
    }
    if (name === "unit-tested") {
      it("Example unit-tested: its own tests pass", async () => {
        expect(await runReadme(example.stack, {})).to.match(/\b6 passing/);
      });
    }
  });
}
