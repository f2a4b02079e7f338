/** Secrets under transformations: the host marks them, so no option of a resource has to. */

import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache";
import { respondWith } from "../faults";
import { startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const command = "make marked-command";
const variable = "variable-of-env";

/** Transformations that return other options than they get: new ones, a copy, and those of a whole stack. */
const transformed = {
  "that returns new options": ["", "{ transforms: [({ props }) => ({ props, opts: { protect: false } })] }"],
  "of the old style that returns new options": ["", "{ transformations: [({ props }) => ({ props, opts: {} })] }"],
  "of the old style that copies the options": [
    "",
    "{ transformations: [({ props, opts }) => ({ props: { ...props }, opts: { ...opts } })] }",
  ],
  "of the whole stack": [
    'pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { id: opts.id, additionalSecretOutputs: ["region"] } }));',
    "{}",
  ],
} as const;

const writeResources = (options: string, size: string) => `
const options = ${options};
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "${size}" }, options);
const staging = new Environment("staging", { applicationId: "app-1", name: "staging", branch: "main", buildCommand: pulumi.secret("${command}") }, options);
exports.uri = Cache.get("pages", "cache-2").connectionUri;
exports.variables = staging.environmentVariables;
`;

describeEngine("secrets under a transformation", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  for (const [what, [before, options]] of Object.entries(transformed)) {
    it(`Transformation ${what}: no secret output is in plain text after a create, an update that failed, a refresh and an update`, async () => {
      const { stack, api } = use;
      await stack.configure({ "apphosting:operations": "read,update", "apphosting:maxRetries": "0" });
      const up = async (size: string) =>
        (await stack.writeProgram(before + writeResources(options, size))).run("up", "--yes", "--skip-preview");
      expect((await up("1gb")).code).to.equal(0);
      api.addFault(respondWith(500, { message: "Down." }), { method: "PATCH", path: /cache-1$/ });
      const failed = await up("2.5gb");
      expect(failed.code).to.not.equal(0);
      await stack.succeed("refresh", "--yes", "--skip-preview");
      const last = await up("5gb");
      expect(last.code).to.equal(0);
      const shown = [
        failed.text,
        last.text,
        await stack.succeed("stack", "output", "--json"),
        await stack.readBackend(),
      ];
      for (const secret of [cachePassword, "marked-command", variable]) {
        expect(shown.join("\n")).to.not.include(secret);
      }
      const { outputs } = await stack.findResource("sessions");
      for (const name of ["credentials", "connectionUri"]) expect(outputs[name], name).to.have.property("ciphertext");
    });
  }

  it("Failed update of a resource with a secret name: the reason in the state has its class and id alone", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "update" }, { name: "marked-name" });
    const program = (branch: string) =>
      `new Environment("staging", { applicationId: "app-1", name: config.requireSecret("name"), branch: "${branch}" });`;
    await (await stack.writeProgram(program("main"))).up();
    api.addFault(respondWith(200, { data: { id: "env-99", type: "environments" } }), { method: "PATCH" });
    await (await stack.writeProgram(program("next"))).failUp();
    const { initErrors = [] } = (await stack.findResource("staging")) as { initErrors?: string[] };
    expect(initErrors.join()).to.match(/may be about a different environment than Environment env-\d+\./);
    expect(initErrors.join()).not.to.include("marked-name");
  });

  it("additionalSecretOutputs of the program: adds to the secrets of the class", async () => {
    const { stack } = use;
    const options = '{ additionalSecretOutputs: ["region"] }';
    await (
      await stack.writeProgram(
        writeResources(options, "1gb")
          .replace("exports.uri = Cache", "Cache")
          .replace(/Cache\.get.*\n/, "\n"),
      )
    ).up();
    const { outputs } = await stack.findResource("sessions");
    for (const name of ["credentials", "connectionUri", "region"])
      expect(outputs[name], name).to.have.property("ciphertext");
  });
});
