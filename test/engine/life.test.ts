/** The whole life of applications and environments, with an API whose operations the user has named. */

import { expect } from "chai";
import { rewriteResponse } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

const application = (resource: string, args: object, options = {}) => {
  const all = JSON.stringify({ sourceControlProvider: "hostA", ...args });
  return `const ${resource} = new Application("${resource}", ${all}, ${JSON.stringify(options)});\n`;
};
const environment = (resource: string, applicationId: string, args: object, options = {}) => {
  const all = JSON.stringify({ name: resource, branch: "main", ...args });
  return `new Environment("${resource}", { applicationId: ${applicationId}, ...${all} }, ${JSON.stringify(options)});\n`;
};
const deleted = { retainOnDelete: false };
const changed = { branch: "next", buildCommand: null };
const inFrance = { region: "eu-west-3" };

/** Two applications, and an environment of each, of which the first gets the options; unless they are removed. */
const applications = (web: object, kept: object) => application("web", web) + application("kept", kept);
const environments = (args: object, options: object) =>
  environment("staging", "web.id", args, options) + environment("testing", "kept.id", args);
const first = (args: object, options: object) => environment("first", '"app-1"', args, options);
/** Its name is taken until it is deleted, because only one of its application can have it. */
const deletedFirst = { ...deleted, deleteBeforeReplace: true };
const adopted = environment("adopted", '"app-1"', { name: "production" }, deleted);
const made = environment("made", '"app-1"', {}, deleted);

const created = [
  applications({ name: "Web" }, { name: "Kept" }) + environments({ buildCommand: "make" }, {}),
  first({}, {}) + environment("made", '"app-1"', {}),
  environment("adopted", '"app-1"', { name: "main", existingId: "env-1" }) + environment("moved", '"app-1"', {}),
].join("");
const updated = [
  applications({ name: "Web 2" }, { name: "Kept 2" }) + environments(changed, deleted),
  first({}, deletedFirst) + made + adopted + environment("moved", '"app-1"', {}, deleted),
].join("");
const removed = (moved: string) =>
  [
    applications({ name: "Web 2", ...inFrance }, { name: "Kept 2", ...inFrance }),
    first({ edgeNetworkId: "edge-1" }, deletedFirst) + made + adopted,
    environment("found", '"app-1"', { name: "moved", existingId: moved }),
  ].join("");
const replaced = (moved: string) => removed(moved) + environments(changed, deleted);

describeEngine("the whole life of applications and environments, with their operations named", () => {
  const use = shareStack(async () => {
    const api = await startAccount(1, { operations: true });
    // The body of the response to this create is not documented.
    api.addFault(
      rewriteResponse((body) => (body.data.attributes.name === "made" ? {} : body)),
      { lasts: true, method: "POST", path: /\/environments$/ },
    );
    return api;
  });
  /** What each step came to: the requests, the text, and the ids in the state after it. */
  interface Step {
    readonly sent: readonly string[];
    readonly text: string;
    readonly ids: Readonly<Record<string, string | undefined>>;
  }
  async function run(act: () => Promise<string>): Promise<Step> {
    let text = "";
    const sent = await recordRequests(use.api, async () => {
      text = await act();
    });
    const ids = Object.fromEntries((await use.stack.readState()).resources.map(({ name, id }) => [name, id]));
    return { sent, text, ids };
  }
  const up = async (program: string) => run(async () => (await use.stack.writeProgram(program)).up());

  let creation: Step;
  let update: Step;
  let noChange: Step;
  let preview: string;
  let replacement: Step;
  let removal: Step;
  let end: Step;

  before(async () => {
    const { stack } = use;
    creation = await up(created);
    const moved = creation.ids.moved ?? "";
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    update = await up(updated);
    noChange = await run(() => stack.preview("--expect-no-changes"));
    await stack.writeProgram(replaced(moved));
    preview = await stack.preview();
    replacement = await up(replaced(moved));
    removal = await up(removed(moved));
    end = await run(() => stack.succeed("destroy", "--yes", "--skip-preview"));
  });

  const bodiesOf = ({ sent }: Step, method: string) =>
    sent.filter((line) => line.startsWith(method)).map((line) => line.slice(line.indexOf("{")));
  const deletesOf = ({ sent }: Step) => sent.flatMap((line) => /^DELETE \/\w+\/(\S+)/.exec(line)?.[1] ?? []);
  const exists = (id: string | undefined) => {
    const { applications, environments } = use.api.sandbox.state();
    return [...applications, ...environments].some((one) => one.id === id);
  };

  it("Update named: a change sends one PATCH with the changed arguments alone, and the next preview is empty", () => {
    const { web, kept, staging, testing } = update.ids;
    const body = '{"branch":"next","build_command":null}';
    expect(update.sent).to.have.members([
      `PATCH /applications/${web} {"name":"Web 2"}`,
      `PATCH /applications/${kept} {"name":"Kept 2"}`,
      'PATCH /environments/env-1 {"name":"production"}',
      `PATCH /environments/${staging} ${body}`,
      `PATCH /environments/${testing} ${body}`,
    ]);
    expect(noChange.sent).to.deep.equal([]);
  });

  it("Update named: a change of region replaces, as the preview says", () => {
    const numbered = preview.replaceAll(/\b(app|env)-\d+/g, "$1-<number>");
    expectGolden("life/replacement", numbered);
    expect(bodiesOf(replacement, "POST")).to.have.members([
      '{"name":"Web 2","region":"eu-west-3","source_control_provider_type":"hostA"}',
      '{"name":"Kept 2","region":"eu-west-3","source_control_provider_type":"hostA"}',
      '{"name":"staging","branch":"next","build_command":null}',
      '{"name":"testing","branch":"next","build_command":null}',
      '{"name":"first","branch":"main","edge_network_id":"edge-1"}',
    ]);
  });

  it("retainOnDelete: false: sends DELETE of environments, before a new one of the same name where deleteBeforeReplace is set", () => {
    const { staging, first: old } = update.ids;
    expect(deletesOf(replacement)).to.deep.equal([old, staging]);
    const { sent } = replacement;
    const ofFirst = sent.findIndex((line) => line.startsWith("POST") && line.includes('"first"'));
    expect(ofFirst).to.be.above(sent.indexOf(`DELETE /environments/${old} `));
    expect(deletesOf(removal)).to.deep.equal([replacement.ids.staging]);
    expect(deletesOf(end)).to.have.members([replacement.ids.first, "env-1"]);
  });

  it("Application: none is ever deleted", () => {
    for (const { ids } of [update, replacement]) {
      for (const id of [ids.web, ids.kept]) expect(exists(id), id).to.equal(true);
    }
  });

  it("retainOnDelete left out: replaced, removed and destroyed resources are retained", () => {
    for (const { ids } of [update, replacement]) {
      for (const id of [ids.kept, ids.testing]) expect(exists(id), id).to.equal(true);
    }
  });

  it("existingId: an adopted environment with retainOnDelete: false is deleted, also with existingId removed", () => {
    expect(exists("env-1")).to.equal(false);
  });

  it("existingId: a resource that the program adopts under another name is not deleted", () => {
    const { moved } = update.ids;
    expect(replacement.ids).to.include({ found: moved }).and.not.to.have.property("moved");
    expect(exists(moved)).to.equal(true);
    expect(replacement.text).to.include(
      `Environment moved (${moved}) was removed from the state but still exists: this program still uses the environment`,
    );
  });

  it("Made id: a resource whose id the package has made is not deleted, and a warning says so", () => {
    expect(update.ids.made).to.equal("app-1/made");
    const names = use.api.sandbox.state().environments.map(({ attributes }) => attributes.name);
    expect(names).to.include("made");
    expect(end.text).to.include(
      "Environment made (app-1/made) was removed from the state but still exists: the package made its id",
    );
  });
});
