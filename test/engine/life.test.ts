/** The life of each resource, of an API that answers every documented field and of one that leaves most of them out. */

import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

const program = (branch: string, hibernationTimeout: number) => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: "eu-west-1" });
const staging = new Environment("staging", { applicationId: web.id, name: "on ${branch}", branch: "${branch}" });
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb",
  hibernationTimeout: ${hibernationTimeout} });
exports.slugs = [web.slug, staging.vanityDomain, sessions.status, sessions.connectionUri];
`;

for (const answers of ["full", "sparse"] as const) {
  describeEngine(`an API whose answers are ${answers}`, () => {
    const use = useStack(() => startSandbox({ answers }));
    const unchanged = () => use.stack.preview("--expect-no-changes");

    it("creates, previews nothing, changes what the preview shows, and previews nothing again", async () => {
      await (await use.stack.program(program("develop", 30))).up();
      await unchanged();
      await use.stack.program(program("main", 45));
      const [shown] = (await use.stack.preview()).split("--outputs:--");
      expect(shown)
        .to.match(/\+-.*Environment: \(replace\)/)
        .and.to.match(/~ hibernationTimeout: 30 => 45/)
        .and.not.to.include("null");
      const before = use.api.requests().length;
      await use.stack.up();
      const sent = use.api.requests().slice(before);
      expect(sent.map(({ body }) => body)).to.have.deep.members([
        { name: "on main", branch: "main" },
        { name: "sessions", hibernation_timeout: 45 },
      ]);
      await unchanged();
    });
  });
}

describeEngine("an update that is answered 204", () => {
  const use = useStack(() => startFaultySandbox());

  it("keeps the connection, so that what is built from it stays as it is", async () => {
    const built = (timeout: number) => `
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: ${timeout} });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "main",
  buildCommand: pulumi.interpolate\`deploy --redis \${sessions.connectionUri}\` });
exports.uri = sessions.connectionUri;\n`;
    const body = JSON.stringify({ name: "Web shop", source_control_provider_type: "hostA" });
    const headers = { authorization: `Bearer ${use.api.token}` };
    await fetch(`${use.api.sandbox.url}/applications`, { method: "POST", headers, body });
    await (await use.stack.program(built(30))).up();
    const before = use.api.requests().length;
    use.api.fault({ kind: "answer", status: 204, takesEffect: true });
    await (await use.stack.program(built(45))).up();
    expect(
      use.api
        .requests()
        .slice(before)
        .map(({ method }) => method),
    ).to.deep.equal(["PATCH"]);
    expect(await use.stack.succeed("stack", "output", "uri", "--show-secrets")).to.match(/^redis:\/\/sandbox:/);
    await use.stack.preview("--expect-no-changes");
  });
});
