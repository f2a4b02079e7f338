/** Drift, where `read` is named: what becomes of it with the next program, and of secrets among the inputs that a refresh returns. */

import { expect } from "chai";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";

const settings = { "apphosting:operations": "read,update" };
const cache = (id: string, settings: string) =>
  `new Cache("${id}", { cacheId: "${id}", name: "${id}", ${settings} });\n`;

describeEngine("drift with another program", () => {
  const caches = ["accepted", "left-out", "removed", "accepted-beside"];
  const use = shareStack(() => startAccount(1, { operations: true, caches }));
  let text: string;
  let patches: readonly string[];

  before(async () => {
    const { stack, api } = use;
    await stack.configure(settings);
    await stack.writeProgram(caches.map((id) => cache(id, "hibernationTimeout: 9")).join(""));
    await stack.up();
    for (const id of caches) await send(api, "PATCH", `/caches/${id}`, { name: id, hibernation_timeout: 33 });
    await stack.writeProgram(
      cache("accepted", "hibernationTimeout: 33") +
        cache("left-out", "") +
        cache("accepted-beside", "hibernationTimeout: 33, isPublic: true"),
    );
    const sent = await recordRequests(api, async () => {
      text = await stack.up("--refresh");
    });
    patches = sent.filter((line) => !line.startsWith("GET"));
  });

  it("Drift that the program accepts, leaves out, or lets go with the resource: up --refresh sends nothing and warns of nothing", async () => {
    expect(patches.filter((line) => !line.includes("accepted-beside"))).to.deep.equal([]);
    expect(text).not.to.include("hibernationTimeout: the program sets");
    await use.stack.preview("--expect-no-changes");
  });

  it("Drift that the program accepts beside another change: the update does not hold it", () => {
    expect(patches.filter((line) => line.includes("accepted-beside"))).to.deep.equal([
      'PATCH /caches/accepted-beside {"name":"accepted-beside","is_public":true}',
    ]);
  });
});

describeEngine("secret inputs of a refresh", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  const secrets = (mark: (text: string) => string, optional: boolean) => `
const mark = (text) => ${mark("text")};
new Application("web", { name: mark("Marked application"), repository: mark("marked/repository"), sourceControlProvider: "hostA"${optional ? ', buildCommand: mark("marked command")' : ""} });
new Environment("staging", { applicationId: "app-1", name: mark("marked-environment"), branch: mark("marked-branch")${optional ? ', buildCommand: mark("marked command")' : ""} });
new Cache("sessions", { cacheId: "cache-1", name: mark("marked-cache"), size: pulumi.secret("2.5gb")${optional ? ', triggers: [mark("marked trigger")]' : ""} });
`;

  it("Secret arguments of each class: encrypted as inputs, outputs and hidden properties after an up and a refresh, also where they are left out", async () => {
    const { stack } = use;
    await stack.configure(settings);
    const up = async (program: string) => (await stack.writeProgram(program)).up();
    const refresh = () => stack.succeed("refresh", "--yes", "--skip-preview");
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
