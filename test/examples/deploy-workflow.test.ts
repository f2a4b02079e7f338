import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { runStep } from "./workflow-step";

const application = 'new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n';

describeEngine("the workflow that deploys", () => {
  const use = useStack();
  const deploy = () => runStep(use.stack, "deploy.yml", "Deploy");

  it("Deploy workflow: creates what the program has, and sends nothing if nothing has changed", async () => {
    const { stack, api } = use;
    await stack.writeProgram(application);
    const first = await deploy();
    expect(first.code, first.text).to.equal(0);
    expect((await deploy()).text).to.include("2 unchanged");
    expect(api.listSent()).to.have.length(1);
  });

  it("Deploy workflow: fails before it sends anything if one resource has a mistake", async () => {
    const { stack, api } = use;
    await stack.writeProgram(
      `${application}new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });`,
    );
    const { code, text } = await deploy();
    expect(code).not.to.equal(0);
    expect(text).to.include("size must be one of the 63 values of CacheSize");
    expect(api.listSent()).to.deep.equal([]);
  });
});
