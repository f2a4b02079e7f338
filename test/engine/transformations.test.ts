import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache";
import { describeEngine, shareStack } from "./describe";

const program = `
const more = { additionalSecretOutputs: ["region"] };
pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, more) }));
const application = (resource, name, options) =>
  new Application(resource, { name, sourceControlProvider: "hostA" }, options);
const spread = ({ props, opts }) => ({ props: { ...props }, opts: {
  ...opts, additionalSecretOutputs: [...opts.additionalSecretOutputs] } });
const own = ({ props, opts }) => ({ props, opts: { ...opts, ...more } });
const nameless = ({ props, opts }) => ({ props: { ...props, name: pulumi.secret(props.name) }, opts });

const merged = application("merged", config.requireSecret("name"));
application("promised", Promise.resolve(pulumi.secret("marked promised")));
application("spread", pulumi.secret("marked spread"), { transformations: [spread] });
application("own", pulumi.secret("marked own"), { transformations: [own] });
application("changed", "marked changed", { transformations: [nameless] });
application("child", pulumi.secret("marked child"), { parent: merged });
application("plain", pulumi.output("Plain"), { parent: merged, transformations: [spread] });
new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { transformations: [own] });
`;

describeEngine("under a transformation that copies or changes the options or an argument", () => {
  const use = shareStack();
  before(async () => {
    const { stack } = use;
    await stack.configure({}, { name: "marked merged" });
    await stack.writeProgram(program);
    await stack.up();
  });

  /** The outputs that the state has in plain text. */
  async function plain(resource: string): Promise<string[]> {
    const { outputs } = await use.stack.findResource(resource);
    const isPlain = (value: unknown) => typeof value !== "object" || value === null || !("ciphertext" in value);
    return Object.keys(outputs).filter((name) => isPlain(outputs[name]));
  }

  it("Transformation: outputs that the API makes of a secret argument are secrets", async () => {
    for (const resource of ["merged", "promised", "spread", "own", "changed", "child"]) {
      expect(await plain(resource), resource).to.have.members(["__provider", "__v", "sourceControlProvider"]);
    }
    const backend = await use.stack.readBackend();
    expect(backend)
      .to.not.match(/marked/i)
      .and.not.include(cachePassword);
  });

  it("Transformation: outputs that always are secrets stay secrets, and others stay readable", async () => {
    const sessions = await plain("sessions");
    expect(sessions).to.include("type");
    for (const output of ["region", "credentials", "connectionUri"]) expect(sessions).not.to.include(output);
    expect(await plain("plain")).to.include.members(["name", "slug"]);
  });
});
