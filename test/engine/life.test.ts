/** The whole life of applications and environments, with an API whose operations the user has named. */

import { expect } from "chai";
import { type FaultySandbox, respondWith } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, type StackFixture, shareStack } from "./describe";
import { expectGolden } from "./golden";

const start = () => startAccount(1, { operations: true });
const settings = { "apphosting:operations": "read,update,delete" };

/** What a command came to: the requests, the text, and the ids in the state after it. */
interface Step {
  readonly sent: readonly string[];
  readonly text: string;
  readonly ids: Readonly<Record<string, string | undefined>>;
}

async function run({ stack, api }: StackFixture, act: () => Promise<string>): Promise<Step> {
  let text = "";
  const sent = await recordRequests(api, async () => {
    text = await act();
  });
  const ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
  return { sent, text, ids };
}

const up = (use: StackFixture, program: string) => run(use, async () => (await use.stack.writeProgram(program)).up());

const exists = ({ sandbox }: FaultySandbox, id: string | undefined) =>
  [...sandbox.state().applications, ...sandbox.state().environments].some((one) => one.id === id);

describeEngine("the life of an application and its environment, with their operations named", () => {
  const use = shareStack(start);
  const application = (args: object) =>
    `const web = new Application("web", ${JSON.stringify({ sourceControlProvider: "hostA", ...args })});\n`;
  const environment = (args: object) => {
    const all = JSON.stringify({ name: "staging", ...args });
    return `new Environment("staging", { applicationId: web.id, ...${all} }, { retainOnDelete: false });\n`;
  };
  const created = application({ name: "Web" }) + environment({ branch: "main", buildCommand: "make" });
  const changed = environment({ branch: "next", buildCommand: null });
  const moved = application({ name: "Web 2", region: "eu-west-3" });

  let update: Step;
  let unchanged: Step;
  let preview: string;
  let replacement: Step;
  let removal: Step;

  before(async () => {
    const { stack } = use;
    await stack.configure(settings);
    await up(use, created);
    update = await up(use, application({ name: "Web 2" }) + changed);
    unchanged = await run(use, () => stack.preview("--expect-no-changes"));
    await stack.writeProgram(moved + changed);
    preview = await stack.preview();
    replacement = await up(use, moved + changed);
    removal = await up(use, "");
  });

  it("Update named: a change sends one PATCH with the changed arguments alone, and the next preview is empty", () => {
    const { web, staging } = update.ids;
    expect(update.sent).to.have.members([
      `PATCH /applications/${web} {"name":"Web 2"}`,
      `PATCH /environments/${staging} {"branch":"next","build_command":null}`,
    ]);
    expect(unchanged.sent).to.deep.equal([]);
  });

  it("Update named: a change of region replaces an application and its environment, as the preview says", () => {
    expectGolden("life/replacement", preview.replaceAll(/\b(app|env)-\d+/g, "$1-<number>"));
    const { web } = replacement.ids;
    expect(replacement.sent).to.deep.equal([
      'POST /applications {"name":"Web 2","region":"eu-west-3","source_control_provider_type":"hostA"}',
      `POST /applications/${web}/environments {"name":"staging","branch":"next","build_command":null}`,
      `DELETE /environments/${update.ids.staging} `,
    ]);
  });

  it("retainOnDelete: false: an environment is deleted when it leaves the program", () => {
    expect(removal.sent).to.deep.equal([`DELETE /environments/${replacement.ids.staging} `]);
  });

  it("Application: none is ever deleted", () => {
    for (const { ids } of [update, replacement]) expect(exists(use.api, ids.web), ids.web).to.equal(true);
  });
});

describeEngine("the end of environments that the program did not create, or whose id is not the API's", () => {
  const use = shareStack(start);
  const environment = (resource: string, args: object = {}) => {
    const all = { applicationId: "app-1", name: resource, branch: "main", ...args };
    return `new Environment("${resource}", ${JSON.stringify(all)}, { retainOnDelete: false });\n`;
  };

  let first: Step;
  let second: Step;
  let end: Step;

  before(async () => {
    const { stack, api } = use;
    await stack.configure(settings);
    // The body of the response to a create is not documented.
    api.addFault(respondWith(201, {}), { method: "POST", path: /\/environments$/ });
    await up(use, environment("made"));
    const adopted = { name: "main", existingId: "env-1" };
    first = await up(use, environment("made") + environment("adopted", adopted) + environment("moved"));
    const found = { name: "moved", existingId: first.ids.moved };
    const renamed = environment("adopted", { name: "production" });
    second = await up(use, environment("made") + renamed + environment("found", found));
    end = await run(use, () => stack.succeed("destroy", "--yes", "--skip-preview"));
  });

  it("existingId: an adopted environment with retainOnDelete: false is deleted, also with existingId removed", () => {
    expect(second.sent).to.include('PATCH /environments/env-1 {"name":"production"}');
    expect(end.sent).to.include("DELETE /environments/env-1 ");
  });

  it("existingId: a resource that the program adopts under another name is not deleted", () => {
    const { moved } = first.ids;
    expect(second.ids).to.include({ found: moved }).and.not.to.have.property("moved");
    expect(second.sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([]);
    expect(second.text).to.include(
      `Environment moved of app-1 (${moved}) was removed from the state but still exists: this program still uses the environment`,
    );
  });

  it("Made id: a resource whose id the package has made is not deleted, and a warning says so", () => {
    expect(first.ids.made).to.equal("app-1/made");
    expect(end.text).to.include(
      "Environment made of app-1 (app-1/made) was removed from the state but still exists: the package made its id",
    );
    const names = use.api.sandbox.state().environments.map(({ attributes }) => attributes.name);
    expect(names).to.include("made");
  });
});
