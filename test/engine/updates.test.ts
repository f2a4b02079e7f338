/** Updates that fail, and arguments removed from a program. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

const program = (branch: string, size: string) => `
for (const name of ["failing", "refused"]) new Environment(name, { applicationId: "app-1", name, branch: "${branch}" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "${size}", isPublic: true });\n`;

const maskIds = (text: string) => text.replaceAll(/\b(app|env)-\d+/g, "$1-<number>");
const startApi = () => startAccount(1, { operations: true });
const settings = { "apphosting:operations": "read,update", "apphosting:maxRetries": "0" };

describeEngine("failed updates", () => {
  const use = shareStack(startApi);
  let ids: Readonly<Record<string, string | undefined>>;
  let states: readonly unknown[];
  let update: string;
  let preview: string;
  let again: Run<string>;

  /** Reads the inputs and outputs of the state, the hidden property among them. */
  async function exportValues(): Promise<unknown> {
    const { resources } = JSON.parse(await use.stack.succeed("stack", "export", "--show-secrets")).deployment;
    return resources.map(({ urn, inputs, outputs }: Record<string, unknown>) => ({ urn, inputs, outputs }));
  }

  before(async () => {
    const { api, stack } = use;
    await stack.configure(settings);
    await stack.upProgram(program("main", "250mb"));
    ids = await stack.readIds();
    const before = await exportValues();
    const down = respondWith(500, { message: "Down." });
    const refused = respondWith(200, { data: { id: ids.refused }, errors: { branch: ["does not exist"] } });
    api.addFault(down, { path: new RegExp(`${ids.failing}$`) });
    api.addFault(down, { path: /^\/caches/ });
    api.addFault(refused, { path: new RegExp(`${ids.refused}$`) });
    update = await stack.failProgram(program("next", "1gb"), "--continue-on-error");
    states = [before, await exportValues()];
    preview = await stack.preview();
    again = await record(api, () => stack.up());
  });

  it("Failed update: writes nothing, and the next preview shows it again", () => {
    expect(states[1]).to.deep.equal(states[0]);
    expectGolden("updates/failed", maskIds(preview));
  });

  it("Failed update of unknown outcome, or a 200 with errors: the next up sends it again", async () => {
    expect(update).to.include("does not exist");
    expect(again.sent).to.have.members([
      `PATCH /environments/${ids.failing} {"branch":"next"}`,
      `PATCH /environments/${ids.refused} {"branch":"next"}`,
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
    ]);
    await use.stack.preview("--expect-no-changes");
  });
});

describeEngine("removed arguments", () => {
  const use = shareStack(startApi);

  it("Removed argument used by a protected environment: the preview shows it, up sends nothing", async () => {
    const { api, stack } = use;
    await stack.configure(settings);
    const program = (args: string) => `
const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA"${args} });
new Environment("web", { applicationId: shop.id, name: "web", branch: "main", buildCommand: shop.rootDirectory }, { protect: true });\n`;
    await stack.upProgram(program(', rootDirectory: "web"'));
    expectGolden("updates/left-out", maskIds(await stack.previewProgram(program(""))));
    expect(await recordRequests(api, () => stack.up())).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
  });
});
