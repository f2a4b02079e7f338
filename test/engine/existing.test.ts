/** `existingId`: what exists is recorded, and the API hears nothing of it. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";

const named = { name: "Shop", sourceControlProvider: "hostA" };
const application = (args: object, options = "{}") => `
const web = new Application("web", ${JSON.stringify({ ...named, ...args })}, ${options});\n`;
const environment = (args: object) => `
const named = ${JSON.stringify({ name: "staging", branch: "main", ...args })};
const other = new Provider("other", { token: config.requireSecret("token") });
const staging = new Environment("staging", { applicationId: web.id, ...named }, { provider: other });
exports.of = [staging.applicationId, staging.existingId, staging.slug];\n`;

describeEngine("what exists and is recorded by its id", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    await addApplications(api, 2);
    return api;
  });
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/apphosting:Application::web";
  let sent: number;
  before(async () => {
    await use.stack.configure({}, { token: use.api.token });
    sent = use.api.requests().length;
  });
  afterEach("takes no request", () => {
    expect(use.api.requests()).to.have.length(sent);
  });

  it("is shown as a create with its id, which its dependents know, and nothing is created", async () => {
    const { stack } = use;
    await stack.program(
      application({ existingId: "app-1" }, "{ protect: true }") + environment({ existingId: "env-9" }),
    );
    expectGolden("existing/preview", await stack.preview());
    expect(await stack.up()).to.include("warning: Application app-1: nothing is created because");
    expect(await stack.resource("web")).to.deep.include({ id: "app-1" });
    expect((await stack.resource("staging")).outputs).to.include({ applicationId: "app-1", slug: null });
  });

  it("is corrected by a change, also where it is protected, targeted and refreshed", async () => {
    const { stack } = use;
    const changed = { region: "eu-west-1", existingId: "app-1" };
    await stack.program(application(changed, "{ protect: true }") + environment({ existingId: "env-9" }));
    expectGolden("existing/correction", await stack.preview());
    await stack.up("--refresh", "--target", urn);
    expect((await stack.resource("web")).outputs).to.include({ region: "eu-west-1", slug: null });
  });

  it("is no change without the id; another id replaces, which protect forbids", async () => {
    const { stack } = use;
    await stack.program(application({ region: "eu-west-1" }, "{ protect: true }") + environment({}));
    await stack.up("--expect-no-changes");
    await stack.program(
      application({ region: "eu-west-1", existingId: "app-2" }, "{ protect: true }") + environment({}),
    );
    expect((await stack.run("preview")).text).to.include("protect");
    await stack.program(
      application({ region: "eu-west-1", existingId: "app-2" }) + environment({ existingId: "env-9" }),
    );
    const steps = (await stack.foreseen()).steps.flatMap(({ op, urn, diffReasons = [] }) =>
      op === "same" ? [] : [[op, urn.split("::").at(-1), ...diffReasons].join(" ")],
    );
    expect(steps).to.include("replace web existingId").and.include("update staging applicationId existingId");
    await stack.up();
    expect((await stack.resource("web")).id).to.equal("app-2");
  });
});

describeEngine("a create whose outcome was unknown", () => {
  const use = useStack(() => startFaultySandbox());

  it("goes on with what it created, by its id, in a state that then has no gap", async () => {
    const { stack, api } = use;
    api.fault({ kind: "answer", status: 500, takesEffect: true });
    await stack.program(application({}));
    const { text } = await stack.run("up", "--yes", "--skip-preview");
    expect(text).to.include("if it is there, set its id as existingId, or delete it.");
    await stack.program(application({ existingId: "app-1" }));
    await stack.up();
    await stack.program(application({}));
    await stack.preview("--expect-no-changes");
    expect(api.requests()).to.have.length(1);
    expect(api.sandbox.state().applications).to.have.length(1);
  });
});
