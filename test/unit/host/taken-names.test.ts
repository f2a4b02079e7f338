/** What a refusal of a name advises: to adopt, to wait, or to choose another name. */

import { expect } from "chai";
import type { StatusFailure } from "../../../provider/api/http/errors.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { catchError, createConfiguredHost, createHost, createRefusal, createResource } from "../host-fixture.js";

const refuse = (status: number, message?: string, fields: Record<string, string[]> = {}): StatusFailure => ({
  kind: "status",
  status,
  message,
  fields,
});

const isBusy = "The API is busy with another change: wait, then run `pulumi up` again.";

/** The message of a create that fails, for a cache of its adoption. */
async function findMessage(resource: TestedResource, failure: StatusFailure): Promise<string> {
  const { host } = createHost(resource, { failure, outcome: "no effect" });
  return (await catchError(host.create(resource.required))).message;
}

describe("Error message about a name", () => {
  const adopts = (thing: string) =>
    `To manage an existing ${thing}, set existingId to its id${thing === "environment" ? ", such as application.defaultEnvironmentId" : ""}.`;
  const orBusy = "If the API is busy with another change, wait, then run `pulumi up` again.";
  const name = ["The name has already been taken."];
  for (const [what, resource, failure, hint] of [
    ["a name that is taken", application, refuse(422, "Invalid.", { name }), adopts("application")],
    ["a name that is taken, beside a 200", application, refuse(200, undefined, { name }), adopts("application")],
    ["a 409 that says so", environment, refuse(409, "Such an environment exists."), adopts("environment")],
    ["any other 409", environment, refuse(409, "Conflict."), `${adopts("environment")} ${orBusy}`],
    ["423", environment, refuse(423, "A deployment already runs."), isBusy],
    ["a name that is too long", application, refuse(422, "No.", { name: ["It is too long."] }), undefined],
    ["another field that is taken", application, refuse(422, "No.", { slug: ["It is taken."] }), undefined],
    ["a branch that exists", environment, refuse(422, "No.", { branch: ["None of this name exists."] }), undefined],
    ["what has already ended", environment, refuse(422, "The trial has already ended."), undefined],
    ["a name of a cache, which no create makes", cache, refuse(422, "Invalid.", { name }), undefined],
  ] as const) {
    it(`Error message of a create refused for ${what}: says ${hint === undefined ? "nothing of existingId" : "what to do"}`, async () => {
      const message = await findMessage(resource, failure);
      if (hint === undefined) expect(message).not.to.include("existingId");
      else expect(message.split("\n").at(-1)).to.equal(hint);
    });
  }

  it("Error message of a create refused for an application that is gone: no word of existingId", async () => {
    const message = await findMessage(environment, refuse(404, "The application does not exist any more."));
    expect(message).to.include("Check applicationId").and.not.include("existingId");
  });

  for (const [what, response, isDeleting] of [
    ["this run has deleted", { body: undefined }, true],
    ["this run could not delete", createRefusal(403, "No."), false],
  ] as const) {
    it(`Error message of a name that is taken by what ${what}: ${isDeleting ? "says to wait" : "existingId adopts it"}`, async () => {
      for (const refusal of [createRefusal(422, "Invalid.", "no effect", { name }), createRefusal(409)]) {
        const { host } = createConfiguredHost({ operations: "delete" }, environment, response, refusal);
        await host.delete("env-1", { ...environment.valid, __deletable: true }).catch(() => undefined);
        const { message } = await catchError(host.create(environment.required));
        const wait =
          "This run deleted the environment of that name, and the API may not be done with it: wait, then run `pulumi up` again.";
        expect(message.split("\n").at(-1)?.includes(wait)).to.equal(isDeleting);
        expect(message.includes(adopts("environment"))).to.equal(!isDeleting);
        const other = await catchError(host.create({ ...environment.required, name: "other" }));
        expect(other.message).to.include(adopts("environment"));
      }
    });
  }

  it("Error message of a name that is taken by the resource that is replaced: says to change name, too, and nothing of existingId", async () => {
    const news = { ...environment.required, branch: "next" };
    for (const refusal of [createRefusal(422, "Invalid.", "no effect", { name }), createRefusal(409)]) {
      const { host, id, diff } = await createResource(
        {},
        environment,
        environment.required,
        { attributes: {} },
        refusal,
      );
      await diff(news);
      const { message } = await catchError(host.create(news));
      const old = `Environment staging of app/1 (${id}), which this one replaces, has that name: change name, too.`;
      expect(message).to.include(old).and.not.include("existingId");
      const other = await catchError(host.create({ ...news, name: "other" }));
      expect(other.message).to.include(adopts("environment"));
    }
  });

  it("Error message of a name that is taken, in a replacement: says to change name, too, only if the old one has it", async () => {
    for (const [resource, unchanged, changed] of [
      [application, { region: "eu-central-1" }, { name: "Shop 2" }],
      [environment, { branch: "next" }, { name: "other" }],
    ] as const) {
      for (const [change, isOld] of [
        [unchanged, true],
        [changed, false],
      ] as const) {
        const refusal = createRefusal(422, "Invalid.", "no effect", { name });
        const { host, diff } = await createResource({}, resource, resource.required, { attributes: {} }, refusal);
        await diff({ ...resource.required, ...change });
        const { message } = await catchError(host.create({ ...resource.required, ...change }));
        expect(message.includes("which this one replaces, has that name: change name, too."), message).to.equal(isOld);
        expect(message.includes("existingId")).to.equal(!isOld);
      }
    }
  });

  it("Error message of a name that is taken by a resource that stays, with the same arguments: existingId adopts it", async () => {
    const { required } = environment;
    const refusal = createRefusal(422, "Invalid.", "no effect", { name });
    const { host, diff } = await createResource({}, environment, required, { attributes: {} }, refusal);
    await diff(required);
    expect((await catchError(host.create(required))).message).to.include(adopts("environment"));
  });

  it("Error message of an update whose name is taken: says to set another name, and nothing of a busy API", async () => {
    for (const [refusal, says] of [
      [createRefusal(409, "The name is already taken."), "Another environment has that name: set another name."],
      [createRefusal(422, "Invalid.", "no effect", { name }), "Another environment has that name: set another name."],
      [createRefusal(409, "A deployment is already running."), "The API is busy with another change: wait,"],
      [createRefusal(409), "The API is busy with another change: wait,"],
    ] as const) {
      const settings = { operations: "update" };
      const { host, id, state } = await createResource(
        settings,
        environment,
        environment.required,
        { attributes: {} },
        refusal,
      );
      const { message } = await catchError(host.update(id, state, { ...environment.required, name: "other" }));
      expect(message.split("\n").at(-1)).to.include(says).and.not.include("existingId");
    }
  });
});
