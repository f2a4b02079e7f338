/** Options that Pulumi has had since this package's oldest SDK. */

import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { PreviewResult } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { Application, Cache, Provider } from "../../provider";
import { startFaultySandbox } from "../faults";
import { selectStack } from "./automation";
import { describeEngine, shareStack } from "./describe";

const application = (name: string, options?: CustomResourceOptions, args: object = {}) =>
  new Application(name, { name: `Shop ${name}`, sourceControlProvider: "hostA", ...args }, options);

describeEngine("an option of newer versions of Pulumi", () => {
  const use = shareStack(() => startFaultySandbox());
  /** What ran, and how many updates of the cache the API had had. */
  const called: string[] = [];
  const sent = () => use.api.requests().map(({ method, body }) => `${method} ${JSON.parse(body).name}`);
  let earlier: number;
  let preview: PreviewResult;
  let destroyed: string;

  function program(step: number) {
    const note = (what: string) => () =>
      void called.push(`${what}: ${sent().filter((one) => one.startsWith("PATCH")).length}`);
    const trigger = application("trigger", { replacementTrigger: step });
    application("follower", { replaceWith: [trigger], deletedWith: trigger });
    application("recorded", { replacementTrigger: step }, { existingId: "app-9" });
    const provider = new Provider(
      "press",
      { tokenVariable: "PRESS_TOKEN" },
      { envVarMappings: { MAPPED: "PRESS_TOKEN" } },
    );
    const hooks = {
      beforeCreate: [note("before create")],
      afterCreate: [note("after create")],
      beforeUpdate: [note("before update")],
      afterUpdate: [note("after update")],
    };
    new Cache(
      "sessions",
      { cacheId: "cache-1", name: `sessions-${step}` },
      { hooks, hideDiffs: ["name"], provider, dependsOn: trigger },
    );
  }

  before(async () => {
    use.stack.environment.MAPPED = use.api.token;
    let step = 1;
    const stack = await selectStack(use.stack, async () => program(step));
    await stack.up();
    earlier = sent().length;
    step = 2;
    preview = await stack.preview({ diff: true });
    await stack.up();
    destroyed = (await stack.destroy()).stdout;
  });

  /** What the preview says of a resource. */
  function shown(name: string): string {
    return preview.stdout.split(/\n(?= {4}\S)/).find((block) => block.includes(`::${name}]`)) ?? "";
  }

  it("replacementTrigger replaces, and its preview shows every output as `-`, though none is removed", () => {
    expect(shown("trigger"))
      .to.match(/^ {4}\+-.*: \(replace\)/)
      .and.to.match(/^ +- slug +: "/m);
    expect(sent().slice(earlier)).to.include("POST Shop trigger");
  });

  it("replacementTrigger of what is recorded records it again, and sends nothing", () => {
    expect(shown("recorded")).to.match(/^ {4}\+-.*: \(replace\)/);
    expect(sent().join()).not.to.include("recorded");
  });

  it("replaceWith replaces with the other", () => {
    expect(shown("follower")).to.match(/^ {4}\+-.*: \(replace\)/);
    expect(sent().slice(earlier)).to.include("POST Shop follower");
  });

  it("hideDiffs shows an update with the setting as it was, and up sends it all the same", () => {
    expect(shown("sessions"))
      .to.match(/^ {4}~.*: \(update\)/)
      .and.to.match(/^ +name +: "sessions-1"$/m);
    expect(sent().slice(earlier)).to.include("PATCH sessions-2");
  });

  it("hooks run before and after the request", () => {
    expect(called).to.deep.equal(["before create: 0", "after create: 1", "before update: 1", "after update: 2"]);
  });

  it("envVarMappings gives a provider the variable that holds its token", async () => {
    expect(sent()).to.include("PATCH sessions-1");
    expect(await use.stack.backend())
      .to.include("MAPPED")
      .and.not.include(use.api.token);
  });

  it("deletedWith has no effect: what leaves the stack is retained with it or without", () => {
    expect(destroyed).to.include("follower").and.to.include("6 deleted");
    expect(use.api.sandbox.state().applications).to.have.length(4);
  });
});
