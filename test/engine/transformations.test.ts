/** Secrets under transformations: the host marks them, so no option of a resource has to. */

import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { respondWith } from "../faults";
import { startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";

const command = "make marked-command";
const variable = "variable-of-env";

/** Transformations that return new options or a copy, and one of a whole stack. */
const transformed = {
  "that returns new options": ["new", "{ transforms: [({ props }) => ({ props, opts: { protect: false } })] }"],
  "of the old style that returns new options": [
    "old-new",
    "{ transformations: [({ props }) => ({ props, opts: {} })] }",
  ],
  "of the old style that copies the options": [
    "old-copy",
    "{ transformations: [({ props, opts }) => ({ props: { ...props }, opts: { ...opts } })] }",
  ],
  "of the whole stack": ["stack", "{}"],
} as const;
const marked = ["marked", '{ additionalSecretOutputs: ["region"] }'] as const;
const rows = [...Object.values(transformed), marked];

const program = (size: string) => `
pulumi.runtime.registerStackTransformation(({ name, props, opts }) =>
  name.startsWith("stack") ? { props, opts: { id: opts.id, additionalSecretOutputs: ["region"] } } : undefined);
const declare = (name, options) => {
  new Cache(name, { cacheId: name, name, size: "${size}" }, options);
  const staging = new Environment(name + "-env", { applicationId: "app-1", name, branch: "main", buildCommand: pulumi.secret("${command}") }, options);
  exports[name + "-uri"] = Cache.get(name + "-get", "cache-2").connectionUri;
  exports[name + "-variables"] = staging.environmentVariables;
};
${rows.map(([name, options]) => `declare("${name}", ${options});`).join("\n")}
`;

describeEngine("secrets under transformations", () => {
  const caches = [...rows.map(([name]) => name), "cache-2"];
  const use = shareStack(() => startAccount(1, { operations: true, caches }));
  let shown: string;

  before(async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update", "apphosting:maxRetries": "0" });
    await stack.upProgram(program("1gb"));
    api.addFault(respondWith(500, { message: "Down." }), { method: "PATCH", times: rows.length });
    const failed = await stack.failProgram(program("2.5gb"), "--continue-on-error");
    await stack.refresh();
    const last = await stack.upProgram(program("5gb"));
    const output = await stack.succeed("stack", "output", "--json");
    shown = [failed, last, output, await stack.readBackend()].join("\n");
  });

  for (const [what, [name]] of Object.entries(transformed)) {
    it(`Transformation ${what}: secret outputs stay encrypted`, async () => {
      for (const secret of [cachePassword, "marked-command", variable]) expect(shown).to.not.include(secret);
      const { credentials, connectionUri } = (await use.stack.findResource(name)).outputs;
      const { buildCommand, environmentVariables } = (await use.stack.findResource(`${name}-env`)).outputs;
      for (const output of [credentials, connectionUri, buildCommand, environmentVariables]) {
        expect(output).to.have.property("ciphertext");
      }
    });
  }

  it("additionalSecretOutputs: adds to the secret outputs of the class", async () => {
    const { outputs } = await use.stack.findResource(marked[0]);
    for (const name of ["credentials", "connectionUri", "region"]) {
      expect(outputs[name], name).to.have.property("ciphertext");
    }
  });
});
