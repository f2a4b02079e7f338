import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";

const program = (setting: string) => `
const retail = new Provider("retail", { ${setting} });
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { provider: retail });
new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { provider: retail });\n`;

describeEngine("tokenVariable", () => {
  const use = useStack(startFaultySandbox);

  it("tokenVariable: moving to it from a token sends nothing, and the state has the variable alone", async () => {
    const { stack, api } = use;
    await stack.upProgram(program('token: pulumi.secret("sandbox-token")'));
    stack.environment.RETAIL_TOKEN = api.token;
    const sent = await recordRequests(api, () => stack.upProgram(program('tokenVariable: "RETAIL_TOKEN"')));
    expect(sent).to.deep.equal([]);
    const { inputs } = await stack.findResource("retail");
    expect(inputs).to.include({ "apphosting:tokenVariable": "RETAIL_TOKEN" }).and.not.have.property("apphosting:token");
  });
});
