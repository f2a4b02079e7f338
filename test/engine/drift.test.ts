/** Drift, where `read` is named: what each command shows of it, and what becomes of secrets among the inputs that a refresh returns. */

import { expect } from "chai";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const cache = (settings: string) => `new Cache("sessions", { cacheId: "cache-1", name: "sessions", ${settings} });\n`;

describeEngine("drift", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": "read,update" }));

  const up = async (program: string, ...args: string[]) => (await use.stack.writeProgram(program)).up(...args);
  const refresh = () => use.stack.succeed("refresh", "--yes", "--skip-preview");
  const drift = (hibernation_timeout: number) =>
    send(use.api, "PATCH", "/caches/cache-1", { name: "sessions", hibernation_timeout });
  /** Returns the requests that change something, and the text. */
  async function record(act: () => Promise<string>) {
    let text = "";
    const sent = await recordRequests(use.api, async () => {
      text = await act();
    });
    return { patches: sent.filter((line) => !line.startsWith("GET")), text };
  }

  it("Drift: a marked line in each command, no warning, and the program's value is sent once", async () => {
    const { stack } = use;
    await up(cache("hibernationTimeout: 30"));
    await drift(55);
    const texts = [await stack.succeed("refresh", "--preview-only", "--diff"), await stack.preview("--refresh")];
    expect(texts[0]).to.match(/~ hibernationTimeout *: 30 => 55/);
    expect(texts[1]).to.match(/~ hibernationTimeout *: 55 => 30/);
    texts.push(await refresh(), await stack.preview(), await stack.succeed("preview", "--suppress-progress"));
    expect(texts[3]).to.match(/~ hibernationTimeout *: 55 => 30/);
    expect(texts[4]).to.include("[diff: ~hibernationTimeout]");
    const { steps, diagnostics = [] } = await stack.previewSteps();
    expect(steps.find(({ op }) => op === "update")?.detailedDiff).to.have.all.keys("hibernationTimeout");
    expect(diagnostics).to.deep.equal([]);
    const { patches, text } = await record(() => stack.up("--refresh"));
    expect(patches).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":30}']);
    expect([...texts, text].join()).not.to.include("warning:");
    await stack.preview("--expect-no-changes");
  });

  it("Drift that the program accepts, leaves out, or lets go with the resource: up --refresh sends nothing and warns of nothing", async () => {
    for (const program of [cache("hibernationTimeout: 33"), cache(""), ""]) {
      await up(cache("hibernationTimeout: 9"));
      await drift(33);
      const { patches, text } = await record(() => up(program, "--refresh"));
      expect(patches).to.deep.equal([]);
      expect(text).not.to.include("hibernationTimeout: the program sets");
      await use.stack.preview("--expect-no-changes");
    }
  });

  it("Drift that the program accepts beside another change: the update does not hold it", async () => {
    await up(cache("hibernationTimeout: 9"));
    await drift(33);
    await refresh();
    const { patches } = await record(() => up(cache("hibernationTimeout: 33, isPublic: true")));
    expect(patches).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","is_public":true}']);
  });

  it("Replacement: no warning of arguments that nobody has set", async () => {
    const web = (name: string, more = "") =>
      `new Application("web", { name: "${name}", sourceControlProvider: "hostA"${more} });\n`;
    await use.stack.configure({ "apphosting:operations": "read" });
    await up(web("Shop"));
    await use.stack.writeProgram(web("Store"));
    expect(await use.stack.preview())
      .to.include("will be replaced")
      .and.not.include("won't have");
    await up(web("Store", ', region: "eu-west-1"'));
    await use.stack.writeProgram(web("Shop"));
    expect(await use.stack.preview()).to.include(
      'won\'t have region ("eu-west-1"), because the program no longer sets it.',
    );
  });

  const secrets = (mark: (text: string) => string, optional: boolean) => `
const mark = (text) => ${mark("text")};
new Application("web", { name: mark("Marked application"), repository: mark("marked/repository"), sourceControlProvider: "hostA"${optional ? ', buildCommand: mark("marked command")' : ""} });
new Environment("staging", { applicationId: "app-1", name: mark("marked-environment"), branch: mark("marked-branch")${optional ? ', buildCommand: mark("marked command")' : ""} });
new Cache("sessions", { cacheId: "cache-1", name: mark("marked-cache"), size: pulumi.secret("2.5gb")${optional ? ', triggers: [mark("marked trigger")]' : ""} });
`;

  it("Secret arguments of each class: encrypted as inputs, outputs and hidden properties after an up and a refresh, also where they are left out", async () => {
    const { stack } = use;
    const isPlain = async (pattern: RegExp) => pattern.test(JSON.stringify((await stack.readState()).resources));
    await up(secrets((text) => `pulumi.secret(${text})`, true));
    await refresh();
    const { inputs, outputs } = await stack.findResource("sessions");
    for (const values of [inputs, outputs]) expect(values.size).to.have.property("ciphertext");
    // What the API makes of an argument, such as a slug and the details of a repository, is no secret.
    expect(await isPlain(/"(Marked application|marked command|marked-branch|marked trigger)"/)).to.equal(false);
    await up(secrets((text) => `pulumi.secret(${text})`, false));
    await refresh();
    expect(await isPlain(/marked command|marked trigger/)).to.equal(false);
    await up(secrets((text) => text, false));
    await refresh();
    expect(await isPlain(/"marked-branch"/)).to.equal(true);
    expect(await isPlain(/marked command|marked trigger/)).to.equal(false);
    await stack.preview("--expect-no-changes");
  });
});
