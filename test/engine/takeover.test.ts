/** Resources whose state a dynamic provider of the user's own has written, as docs/existing-resources.md says. */

import { expect } from "chai";
import { readAdoption, toCommonJs } from "../unit/docs/files";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

/** The user's own provider. Its delete sends a request, so that the sandbox tells whether it ran. */
const own = `
const provider = {
  create: async ({ key, ...outs }) => ({ id: key, outs }),
  delete: async (id) => {
    await fetch(process.env.APPHOSTING_BASE_URL + "/own/" + id, { method: "DELETE" });
  },
};
new pulumi.dynamic.Resource(provider, "main", { key: "env-1", app: "app-1", title: "main" });
new pulumi.dynamic.Resource(provider, "sessions", { key: "cache-1", title: "sessions" });
`;
const program = toCommonJs(readAdoption("From your own provider"));

describeEngine("a state that another provider has written", () => {
  const use = useStack(() => startAccount(1));

  it("State of another provider: refused without existingId, taken over with it, and the other provider's delete never runs", async () => {
    const { stack, api } = use;
    const { NODE_OPTIONS } = stack.environment;
    // To serialize a provider takes all of the SDK.
    delete stack.environment.NODE_OPTIONS;
    await (await stack.writeProgram(own)).up();
    Object.assign(stack.environment, { NODE_OPTIONS });

    const readLoaders = async () => {
      const found = [await stack.findResource("main"), await stack.findResource("sessions")];
      return found.map(({ outputs }) => String(outputs.__provider));
    };
    for (const loader of await readLoaders()) expect(loader).to.include("/own/");
    await stack.writeProgram(program.replace('existingId: "env-1", ', ""));
    expect(await stack.fail("preview")).to.include(
      "the state of this environment was written by another provider. Set existingId to its id",
    );

    await stack.writeProgram(program);
    const preview = await stack.preview();
    for (const title of ["Environment main of app-1 (env-1)", "Cache sessions (cache-1)"]) {
      expect(preview).to.include(`${title} will be taken over from the provider that wrote its state.`);
    }
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}']);
    for (const loader of await readLoaders()) expect(loader).to.include("pulumi-apphosting").and.not.include("/own/");
    await stack.preview("--expect-no-changes");
    await stack.writeProgram(program.replaceAll(/existingId: "env-1", |aliases: \[.*?\]/g, ""));
    await stack.preview("--expect-no-changes");
    await stack.writeProgram("");
    expect(await recordRequests(api, () => stack.up())).to.deep.equal([]);
  });
});
