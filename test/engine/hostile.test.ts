import { expect } from "chai";
import {
  dripBody,
  type FaultySandbox,
  hostileText,
  normaliseAttributes,
  respondWith,
  startFaultySandbox,
  steeringCharacters,
} from "../faults";
import { describeEngine, shareStack } from "./describe";
import { upCommand } from "./stack";

const program = `
new Application("slow", { name: "Web shop", sourceControlProvider: "hostA" });
new Cache("refused", { cacheId: "cache-1", name: "refused" });
new Cache("strange", { cacheId: "cache-2", name: "strange", size: "1gb" });
`;

const safe = "< {% block %}>\\u001b]0;title\\u0007\\u001b[2J\\u009b1A\\u000d\\u202eok";

/** Colours, which the engine itself prints. */
const colours = new RegExp(`${"\u001b"}\\[[\\d;]*m`, "g");

/** Refuses one cache while it creates an application, and returns another size for a second cache. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startFaultySandbox();
  api.addFault(dripBody(50, 100), { path: /^\/applications$/ });
  const message = `${hostileText} ${"long ".repeat(600_000)}`;
  api.addFault(respondWith(422, { message, errors: { [hostileText]: [hostileText] } }), { path: /cache-1$/ });
  api.addFault(normaliseAttributes({ status: hostileText, size: "250mb" }), { path: /cache-2$/ });
  return api;
}

describeEngine("the API's words", () => {
  const use = shareStack(startApi);
  let code: number;
  let text: string;

  before(async () => {
    await use.stack.writeProgram(program);
    ({ code, text } = await use.stack.run(...upCommand, "--color", "always"));
  });

  it("Hostile API texts: no control character reaches the terminal, and the output is short and readable", () => {
    expect(text).to.include(`update cache failed with status 422: ${safe} long long `);
    expect(text).to.include(`field ${safe}: ${safe}`).and.include(`(status "${safe}")`);
    expect(text.replaceAll(colours, "")).to.not.match(steeringCharacters);
    expect(text.length).to.be.below(20_000);
  });

  it("Hostile API texts: the engine goes on, the state has what was under way, and the stack is not locked", async () => {
    expect(code).to.equal(1);
    expect((await use.stack.findResource("slow")).id).to.equal("app-1");
    expect((await use.stack.findResource("strange")).outputs.status).to.equal(hostileText);
    await use.stack.up();
  });
});
