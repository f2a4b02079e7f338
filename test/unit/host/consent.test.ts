/** The program's consent to a delete: what grants it, what withdraws it, and what the state keeps of it. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { environment } from "../documented-resources.js";
import {
  catchError,
  catchStoredFailure,
  createConfiguredHost,
  createRefusal,
  createResource,
  lost,
} from "../host-fixture.js";

const settings = { operations: "read,update,delete" };
const retained = environment.required;
const consenting: JsonObject = { ...retained, __deletable: true };
const title = "Environment staging of app/1 (id-1)";
const willBeDeleted =
  "Once this `up` has succeeded, it's deleted when it's replaced, leaves the program or is destroyed.";
const willBeRetained =
  "Once this `up` has succeeded, it's retained when it's replaced, leaves the program or is destroyed.";
const stays = "will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.";
const noConsent = "no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn.";

/** Each way in which the consent of a program can differ from the one in the state. */
const changes = [
  { what: "granted", before: retained, after: consenting, says: `retainOnDelete is now false. ${willBeDeleted}` },
  {
    what: "withdrawn",
    before: consenting,
    after: retained,
    says: `retainOnDelete is no longer false. ${willBeRetained}`,
  },
] as const;

for (const { what, before, after, says } of changes) {
  const isGranted = what === "granted";
  const warning = `warning: ${title}: ${says}`;

  it(`Consent that is ${what} alone: an update that sends nothing, a warning, and no change afterwards`, async () => {
    const { id, host, diff, update, lines, requests } = await createResource(settings, environment, before);
    // With `changes: true`, the engine does not look at replaceOnChanges.
    for (const _ of ["preview", "up"]) expect(await diff(after)).to.deep.equal({ changes: true, replaces: [] });
    const state = await update(after);
    expect(state.__deletable).to.equal(isGranted ? true : undefined);
    expect(await host.diff(id, state, after)).to.deep.equal({ changes: false });
    expect(requests).to.deep.equal([]);
    expect(lines).to.deep.equal([warning]);
  });

  it(`Consent that is ${what} beside another change: the update sends that change alone, with the warning`, async () => {
    const { diff, update, lines, requests } = await createResource(settings, environment, before);
    const news = { ...after, name: "next" };
    expect(await diff(news)).to.deep.equal({ replaces: [] });
    expect(lines).to.deep.equal([warning]);
    expect((await update(news)).__deletable).to.equal(isGranted ? true : undefined);
    expect(requests.map(({ method, body }) => [method, body])).to.deep.equal([["PATCH", { name: "next" }]]);
  });

  it(`Consent that is ${what} beside a replacement: the old one is retained, and the warning says so`, async () => {
    const { id, state, host, diff, lines, requests } = await createResource(settings, environment, before);
    const news = { ...after, applicationId: "app-2" };
    expect(await diff(news)).to.deep.equal({ replaces: ["applicationId"] });
    expect(lines[0]).to.equal(`warning: ${title} ${stays}`);
    expect(lines.join())
      .to.not.include("Once this `up` has succeeded")
      .and.not.match(/\bdeleted\b/);
    lines.splice(0);
    await host.delete(id, state);
    expect(requests).to.deep.equal([]);
    expect(lines).to.deep.equal([`warning: ${title} was removed from the state but still exists: ${noConsent}`]);
  });

  it(`Consent that is ${what} in an update whose outcome is unknown: the state has none`, async () => {
    const { id, state, host } = await createResource(settings, environment, before, { attributes: {} }, lost);
    const { properties } = await catchStoredFailure(host.update(id, state, { ...after, branch: "next" }));
    expect(properties).to.not.have.property("__deletable");
  });
}

for (const [what, refusal] of [
  ["422", createRefusal(422, "The branch is wrong.")],
  ["401", createRefusal(401)],
  ["500 of unknown outcome", lost],
] as const) {
  it(`Consent that is withdrawn in an update that ends with ${what}: withdrawn, and no later run deletes the resource`, async () => {
    const { id, state, host } = await createResource(settings, environment, consenting, { attributes: {} }, refusal);
    const { properties, message } = await catchStoredFailure(host.update(id, state, { ...retained, branch: "next" }));
    expect(message).to.match(/^update environment failed with status (422|401|500)/);
    const { __deletable: _, ...others } = state;
    if (refusal !== lost) expect(properties).to.deep.equal({ ...others, __provider: null });
    const next = createConfiguredHost(settings, environment);
    await next.host.delete(id, properties);
    expect(next.requests).to.deep.equal([]);
  });
}

it("Consent that is granted in an update that is refused: nothing is recorded", async () => {
  const refusal = createRefusal(422, "No.");
  const { id, state, host } = await createResource(settings, environment, retained, { attributes: {} }, refusal);
  const error = await catchError(host.update(id, state, { ...consenting, branch: "next" }));
  expect(error).to.not.be.instanceOf(PartialFailure);
});

it("Consent that is withdrawn beside a replacement whose create fails: the error says that it still stands", async () => {
  const news = { ...retained, applicationId: "app-2" };
  const refusal = createRefusal(422, "No.");
  for (const [before, inputs, isSaid] of [
    [consenting, news, true],
    [consenting, { ...news, __deletable: true }, false],
    [retained, news, false],
  ] as const) {
    const { id, host, diff } = await createResource(settings, environment, before, { attributes: {} }, refusal);
    await diff(inputs);
    const { message } = await catchError(host.create(inputs));
    const stands = `Environment staging of app/1 (${id}) stays in the state, where retainOnDelete is still false: until an \`up\` succeeds, \`pulumi destroy\` deletes it.`;
    expect(message.includes(stands)).to.equal(isSaid);
  }
});

it("Consent: a create keeps it, and nothing of it without", async () => {
  for (const [inputs, isDeletable] of [
    [consenting, true],
    [retained, undefined],
  ] as const) {
    const { state, written } = await createResource(settings, environment, inputs);
    expect(state.__deletable).to.equal(isDeletable);
    expect(written).to.deep.equal([]);
  }
});

it("Consent before and in an update whose outcome is unknown: the state keeps it", async () => {
  const { id, state, host } = await createResource(settings, environment, consenting, { attributes: {} }, lost);
  const { properties } = await catchStoredFailure(host.update(id, state, { ...consenting, branch: "next" }));
  expect(properties.__deletable).to.equal(true);
});

it("Consent: a read keeps it in the outputs and the inputs, and adds none", async () => {
  for (const [inputs, isDeletable] of [
    [consenting, true],
    [retained, undefined],
  ] as const) {
    const { id, state, host } = await createResource(settings, environment, inputs);
    const read = await host.read(id, state);
    expect([read.props.__deletable, read.inputs?.__deletable]).to.deep.equal([isDeletable, isDeletable]);
  }
});

it("Consent before and in an up that adopts another one in its place: this one is not deleted, and the warning says so", async () => {
  const adopting = { ...consenting, existingId: "env-1" };
  const { diff, lines, host, state, requests } = await createResource(settings, environment, adopting);
  expect(await diff({ ...consenting, existingId: "env-2", branch: "next" })).to.deep.equal({
    replaces: ["existingId"],
  });
  await host.delete("env-1", state);
  expect(requests).to.deep.equal([]);
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-1) will leave the stack, because another one is adopted in its place. It keeps running, and billing, until you delete it.",
    "warning: Environment staging of app/1 (env-1) was removed from the state but still exists: another one was adopted in its place.",
  ]);
});

it("Consent before and in a replacement: the warning says that the old one is deleted, and it is", async () => {
  const { id, state, host, diff, lines, requests } = await createResource(settings, environment, consenting);
  await diff({ ...consenting, applicationId: "app-2" });
  expect(lines[0]).to.equal(`warning: ${title} will be replaced, and the old one deleted.`);
  await host.delete(id, state);
  expect(requests.map(({ method }) => method)).to.deep.equal(["DELETE"]);
});

it("Consent that the diff of a refresh does not have: no withdrawal, because the inputs are those of the last `up`", async () => {
  const { id, state, host, lines, requests } = await createResource(settings, environment, consenting);
  await host.diffInRefresh(id, state, retained);
  expect(lines).to.deep.equal([]);
  await host.delete(id, state);
  expect(requests.map(({ method }) => method)).to.deep.equal(["DELETE"]);
});

describe("Consent of a resource whose id the package has made", () => {
  const id = "app/1/staging";
  const never = "Even so, it's never deleted: the package made its id, which the API doesn't know.";

  it("Consent of a made id: the warning says why it is retained, and no delete is sent", async () => {
    const { state, host, diff, lines, requests } = await createResource(settings, environment, retained, {
      body: undefined,
    });
    expect(await diff(consenting)).to.deep.equal({ changes: true, replaces: [] });
    expect(lines).to.deep.equal([
      `warning: Environment staging of app/1 (${id}): retainOnDelete is now false. ${never}`,
    ]);
    await host.delete(id, { ...state, __deletable: true });
    expect(requests).to.deep.equal([]);
  });
});

describe("Consent of an adopted environment", () => {
  const without = { ...retained, existingId: "env-9" };
  const adopting: JsonObject = { ...without, __deletable: true };

  it("Consent of an adopted environment: said with the adoption, and a later run deletes it", async () => {
    const { host, lines } = createConfiguredHost({ operations: "delete" }, environment);
    await host.check({}, adopting);
    expect(lines).to.deep.equal([
      `warning: Environment staging of app/1 (env-9) will be adopted, not created, because existingId is set. Nothing will be sent. ${willBeDeleted}`,
    ]);
    const { id, outs } = await host.create(adopting);
    const later = createConfiguredHost({ operations: "delete" }, environment, { body: undefined });
    await later.host.delete(id, outs as JsonObject);
    expect(later.requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(["DELETE /environments/env-9"]);
  });

  it("Consent of an adopted environment that is granted later: an update that sends nothing", async () => {
    const { diff, update, lines, requests } = await createResource({ operations: "delete" }, environment, without);
    expect(await diff(adopting)).to.deep.equal({ changes: true, replaces: [] });
    expect(lines).to.deep.equal([
      `warning: Environment staging of app/1 (env-9): retainOnDelete is now false. ${willBeDeleted}`,
    ]);
    expect((await update(adopting)).__deletable).to.equal(true);
    expect(requests).to.deep.equal([]);
  });
});
