import { expect } from "chai";
import { type FaultySandbox, startFaultySandbox } from "../faults";
import { describeEngine, shareStack } from "./describe";

const organization = (name: string, url: string) => `
const ${name} = new Provider("${name}", { tokenVariable: "${name.toUpperCase()}_TOKEN", baseUrl: "${url}" });
new Application("${name}-web", { name: "${name}", sourceControlProvider: "hostA" }, { provider: ${name} });
new Cache("${name}-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: ${name} });\n`;

describeEngine("two organizations whose tokens are in variables", () => {
  let press: FaultySandbox;
  const use = shareStack(async () => {
    press = await startFaultySandbox({ token: "marked-press" });
    return startFaultySandbox({ token: "marked-retail" });
  });
  const names = ({ sandbox }: FaultySandbox) => sandbox.state().applications.map(({ attributes }) => attributes.name);

  before(async () => {
    const { stack, api } = use;
    const tokens = { RETAIL_TOKEN: api.token, PRESS_TOKEN: press.token, APPHOSTING_TOKEN: "marked-stack" };
    Object.assign(stack.environment, tokens);
    await stack.writeProgram(organization("retail", api.url) + organization("press", press.url));
  });
  after(() => press?.close());

  it("tokenVariable: each organization gets its own resources, and no token is in output, state, backups and history", async () => {
    const { stack, api } = use;
    const shown = (await stack.preview()) + (await stack.up("--show-secrets"));
    expect([names(api), names(press)]).to.deep.equal([["retail"], ["press"]]);
    expect(shown).to.include("RETAIL_TOKEN").and.not.include("marked-");
    expect(await stack.readBackend())
      .to.include("PRESS_TOKEN")
      .and.not.include("marked-");
    expect(await stack.succeed("stack", "export", "--show-secrets")).not.to.include("marked-");
  });

  it("tokenVariable: moving to it from a token sends nothing", async () => {
    const { stack, api } = use;
    const variable = organization("retail", api.url);
    await stack.writeProgram(variable.replace('tokenVariable: "RETAIL_TOKEN"', 'token: config.requireSecret("token")'));
    await stack.configure({}, { token: api.token });
    await stack.up();
    const before = api.listSent();
    await stack.writeProgram(variable);
    await stack.up();
    expect(api.listSent()).to.deep.equal(before);
    const { inputs } = await stack.findResource("retail");
    expect(inputs).to.include({ "apphosting:tokenVariable": "RETAIL_TOKEN" }).and.not.have.property("apphosting:token");
  });
});
