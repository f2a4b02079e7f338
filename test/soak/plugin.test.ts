/** What can differ between the plugin and dynamic resources, for it is the engine's and not the host's: options, secrets in the API's words. */

import { expect } from "chai";
import { addCaches } from "../engine/account.js";
import { describeEngine, useStack, type Way } from "../engine/describe.js";
import { type Foreseen, TestStack } from "../engine/stack.js";
import { normalise, startFaultySandbox } from "../faults/index.js";
import { answerMarkers, command, finds } from "./markers.js";

const ways: readonly Way[] = ["dynamic provider", "plugin"];

const cache = (name: string, options = "{}", settings = "{}", cacheId = name) =>
  `new Cache("${name}", { cacheId: "${cacheId}", name: "sessions", ...${settings} }, ${options});\n`;
const application = (resource: string, options = "{}", args = "{}") =>
  `const ${resource} = new Application("${resource}", { name: "${resource}", sourceControlProvider: "hostA", ...${args} }, ${options});\n`;

const options = `
${application("guard", '{ protect: true, customTimeouts: { create: "1s" } }')}${application("trigger", "{ replacementTrigger: 1 }")}
${application("follower", "{ deletedWith: trigger }")}${application("early")}
${cache("named")}${cache("ignored")}${cache("replaced")}${cache("transformed")}
${cache("marked", '{ additionalSecretOutputs: ["status"] }')}`;

const transform = "({ props, opts }) => ({ props: { ...props, usesHibernation: true }, opts })";
const changed = `
${application("guard", "{ protect: false }")}${application("trigger", "{ replacementTrigger: 2 }")}
${application("follower", "{ deletedWith: trigger, replaceWith: [trigger] }")}
${application("early", "{ deleteBeforeReplace: true }", "{ region: 'eu-west-1' }")}
${cache("renamed", '{ aliases: [{ name: "named" }] }', "{}", "named")}
${cache("ignored", '{ ignoreChanges: ["usesHibernation"] }', "{ usesHibernation: true }")}
${cache("replaced", '{ replaceOnChanges: ["usesHibernation"] }', "{ usesHibernation: true }")}
${cache("transformed", `{ transforms: [${transform}] }`)}
${cache("marked", '{ additionalSecretOutputs: ["status"] }', "{ usesHibernation: true }")}`;

describeEngine("the plugin", () => {
  const use = useStack(startFaultySandbox, "plugin");

  /** What a life of a stack comes to, without what names the way. */
  async function life(way: Way): Promise<object> {
    const api = await startFaultySandbox({ sandbox: { latencyMs: 1500 } });
    addCaches(api);
    const stack = await TestStack.light(api);
    if (way === "plugin") await stack.usePlugin();
    const sent = () =>
      api
        .requests()
        .map(({ method, path, body }) => `${method} ${path} ${body}`)
        .sort();
    const steps = ({ steps }: Foreseen) =>
      steps
        .filter(({ urn }) => urn.includes("apphosting:"))
        .map(({ op, urn, diffReasons = [] }) => `${op} ${urn.split("::").at(-1)} ${diffReasons}`)
        .sort();
    try {
      const warnings = (await (await stack.program(options)).up()).match(/warning: .*/g);
      const created = sent();
      const { status } = (await stack.resource("marked")).outputs;
      await stack.program(changed);
      const foreseen = steps(await stack.foreseen());
      await stack.up();
      const after = sent();
      const unchanged = steps(await stack.foreseen());
      const destroyed = (await stack.succeed("destroy", "--yes", "--skip-preview")).match(/\d+ (deleted|retained)/g);
      return { warnings, created, status: typeof status, foreseen, after, unchanged, destroyed, last: sent().length };
    } finally {
      await stack.remove();
      await api.close();
    }
  }

  it("takes every option as dynamic resources do", async () => {
    const [dynamic, plugin] = await Promise.all(ways.map(life));
    expect(plugin).to.deep.equal(dynamic);
  });

  it("replaces in the API's words every value that is a secret of the program, and no other", async () => {
    await use.stack.program(`
new Application("web", { name: pulumi.secret("hush"), sourceControlProvider: "hostA", buildCommand: "npm run build" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: pulumi.secret(17),
  triggers: [{ of: pulumi.secret(["quiet", 4711]) }, "spoken"] });`);
    const message = "npm run build of HUSH, in sessions: quiet, 17, 4711, spoken and sandbox-token.";
    use.api.fault({ kind: "answer", status: 422, body: { message }, takesEffect: false }, { times: 2 });
    const { text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(text)
      .to.include("npm run build of [name], in sessions: quiet, 17, 4711, spoken and [token].")
      .and.to.include(
        "npm run build of HUSH, in sessions: [triggers], [hibernationTimeout], [triggers], spoken and [token].",
      );
  });

  it("keeps secrets encrypted in what it records of an update that the run stops at", async () => {
    answerMarkers(use.api);
    const program = `new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [pulumi.secret(${JSON.stringify(command)})] });`;
    await (await use.stack.program(program)).up();
    await use.stack.program(program.replace("triggers", "usesHibernation: true, triggers"));
    use.api.fault(normalise({ connection: { hostname: "other", port: 1, protocol: "redis" } }));
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    const { outputs } = await use.stack.resource("sessions");
    expect(outputs).to.deep.include({ connection: { hostname: "other", port: 1, protocol: "redis" } });
    expect(finds(text + (await use.stack.backend()))).to.deep.equal([]);
  });
});
