/** Creates and updates that fail, and arguments removed from a program. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

/** Resources that exist before the failures. A protected environment uses an argument of the application. */
const formerly = (branch: string, size: string, more = ', rootDirectory: "web"') => `
for (const name of ["failing", "refused"]) new Environment(name, { applicationId: "app-1", name, branch: "${branch}" });
new Cache("carts", { cacheId: "cache-3", name: "carts", size: "${size}", isPublic: true });
const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA"${more} });
new Environment("user", { applicationId: shop.id, name: "user", branch: "main", buildCommand: shop.rootDirectory }, { protect: true });
`;
const added = `
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "develop" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "pages" });
`;
const gone = `new Cache("gone", { cacheId: "cache-99", name: "gone" });\n`;

const maskIds = (text: string) => text.replaceAll(/\b(app|env)-\d+/g, "$1-<number>");

type Exported = { readonly urn: string; readonly inputs?: object; readonly outputs?: object };
type State = Readonly<Record<string, object>>;

describeEngine("failures", () => {
  const use = shareStack(() => startAccount(1, { operations: true }));
  let ids: Readonly<Record<string, string | undefined>>;
  let states: readonly [before: State, after: State];
  let failed: string;
  let preview: string;
  let next: Run<string>;

  /** Reads the inputs and outputs of each resource, the hidden property among them. */
  async function exportState(): Promise<State> {
    const { resources } = JSON.parse(await use.stack.succeed("stack", "export", "--show-secrets")).deployment;
    return Object.fromEntries(resources.map(({ urn, inputs, outputs }: Exported) => [urn, { inputs, outputs }]));
  }

  before(async () => {
    const { api, stack } = use;
    await stack.configure({ "apphosting:operations": "read,update", "apphosting:maxRetries": "0" });
    await stack.upProgram(formerly("main", "250mb"));
    ids = await stack.readIds();
    const before = await exportState();
    const down = respondWith(500, { message: "Down." });
    const outOfOrder = respondWith(500, { message: "Out of order." }, { takesEffect: true });
    const refused = respondWith(200, { data: { id: ids.refused }, errors: { branch: ["does not exist"] } });
    api.addFault(down, { path: new RegExp(`${ids.failing}$`) });
    api.addFault(refused, { path: new RegExp(`${ids.refused}$`) });
    api.addFault(down, { path: /cache-3$/ });
    api.addFault(outOfOrder, { path: /^\/applications$/ });
    api.addFault(respondWith(403, { message: "Forbidden." }), { path: /environments$/ });
    api.addFault(respondWith(200, "<html></html>"), { path: /cache-1$/ });
    failed = await stack.failProgram(formerly("next", "1gb") + added + gone, "--continue-on-error");
    states = [before, await exportState()];
    preview = await stack.previewProgram(formerly("next", "1gb") + added);
    next = await record(api, () => stack.up());
  });

  it("Failed up: reports an error per resource and keeps created resources in the state", () => {
    expectGolden("failures/errors", maskIds(extractDiagnostics(failed)));
    const created = Object.keys(states[1]).filter((urn) => !(urn in states[0]));
    expect(created.map((urn) => urn.split("::").at(-1))).to.deep.equal(["pages"]);
  });

  it("Failed update: writes nothing to the state", () => {
    expect(states[1]).to.deep.include(states[0]);
  });

  it("Failed up: the next up sends each failed request again, as previewed", async () => {
    expectGolden("failures/next-preview", maskIds(preview));
    expect(next.sent).to.have.members([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"develop"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-3 {"name":"carts","size":"1gb"}',
      `PATCH /environments/${ids.failing} {"branch":"next"}`,
      `PATCH /environments/${ids.refused} {"branch":"next"}`,
    ]);
    await use.stack.preview("--expect-no-changes");
  });

  it("Removed argument used by a protected environment: the preview shows it, up sends nothing", async () => {
    const { api, stack } = use;
    const program = formerly("next", "1gb", "") + added;
    expectGolden("failures/removed-argument", maskIds(await stack.previewProgram(program)));
    expect(await recordRequests(api, () => stack.up())).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
  });
});
