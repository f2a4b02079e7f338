/** What the engine shows of the plugin beside previews. */

import { delimiter } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { definitions } from "../../provider/definitions";
import { describeEngine, shareStack } from "../engine/describe";
import { expectGolden, extractDiagnostics } from "../engine/golden";
import { dropFields, respondWith } from "../faults";
import { attempt } from "../tools/command";

const program = `
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "pages" });
new Cache("carts", { cacheId: "cache-3", name: "carts" });
`;

/** As docs/plugin.md shows it. */
const deploy = `const { resolve } = require("node:path");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { Cache } = require("pulumi-apphosting/plugin");
const program = async () => void new Cache("sessions", { cacheId: "cache-1", name: "sessions" });

const plugins = { providers: [{ name: "apphosting", path: resolve("node_modules/.bin") }] };
const projectSettings = { name: "shop", runtime: "nodejs", plugins };
const inline = { stackName: "inline", projectName: "shop", program };
LocalWorkspace.createOrSelectStack(inline, { projectSettings })
  .then((stack) => stack.preview())
  .then(({ changeSummary }) => console.log(JSON.stringify(changeSummary)), console.error);
`;

describeEngine("the plugin", () => {
  const use = shareStack(undefined, "plugin");

  it("Plugin: lines about waits and warnings stand beside their resource", async () => {
    const { stack, api } = use;
    api.addFault(dropFields("size"), { path: /cache-1$/ });
    api.addFault(respondWith(503, undefined, { headers: { "retry-after": "2" } }), { path: /cache-2$/ });
    await stack.writeProgram(program);
    expectGolden("lines", extractDiagnostics(await stack.up()), "plugin");
  });

  it("Plugin: found for an inline program with the stanza in its project settings", async () => {
    const { stack } = use;
    await stack.write("deploy.js", deploy);
    // Under `npm run`, the engine would find it on PATH, too.
    const PATH = stack.environment.PATH?.split(delimiter).filter((folder) => !folder.includes("node_modules"));
    const environment = { ...stack.environment, PULUMI_STACK: "", PATH: PATH?.join(delimiter) };
    const { text } = await attempt(stack.folder, process.execPath, ["deploy.js"], environment);
    expect(text).to.equal('{"create":2}\n');
  });

  it("Plugin: pulumi package get-schema returns its schema", async () => {
    const schema = await use.stack.succeed("package", "get-schema", "./node_modules/.bin/pulumi-resource-apphosting");
    const { name, version: ofSchema, resources } = JSON.parse(schema);
    expect([name, ofSchema]).to.deep.equal(["apphosting", version]);
    expect(Object.keys(resources)).to.have.members(definitions.map(({ names }) => `apphosting:index:${names.class}`));
    expect(resources["apphosting:index:Cache"].requiredInputs).to.deep.equal(["cacheId", "name"]);
  });
});
