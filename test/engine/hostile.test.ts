import { expect } from "chai";
import { hostileText, normaliseAttributes, respondWith, startFaultySandbox, steeringCharacters } from "../faults";
import { describeEngine, useStack } from "./describe";
import { upCommand } from "./stack";

const safe = "< {% block %}>\\u001b]0;title\\u0007\\u001b[2J\\u009b1A\\u000d\\u202eok";

/** Colours, which the engine itself prints. */
const colours = new RegExp(`${"\u001b"}\\[[\\d;]*m`, "g");

describeEngine("hostile API texts", () => {
  const use = useStack(startFaultySandbox);

  it("Hostile API texts: up prints them without control characters, and truncated", async () => {
    const { stack, api } = use;
    const message = `${hostileText} ${"long ".repeat(600_000)}`;
    api.addFault(respondWith(422, { message, errors: { [hostileText]: [hostileText] } }), { path: /cache-1$/ });
    api.addFault(normaliseAttributes({ status: hostileText, size: "250mb" }), { path: /cache-2$/ });
    await stack.writeProgram(`
const strange = new Cache("strange", { cacheId: "cache-2", name: "strange", size: "1gb" });
new Cache("refused", { cacheId: "cache-1", name: "refused" }, { dependsOn: strange });\n`);
    const { text } = await stack.run(...upCommand, "--color", "always");
    expect(text).to.include(`update cache (PATCH /caches/cache-1) failed with status 422: ${safe} long long `);
    expect(text).to.include(`field ${safe}: ${safe}`).and.include(`(status "${safe}")`);
    expect(text.replaceAll(colours, "")).to.not.match(steeringCharacters);
    expect(text.length).to.be.below(20_000);
  });
});
