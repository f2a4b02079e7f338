import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { environment } from "../documented-resources.js";
import { catchError, catchPartial, createHost, createRefusal, createResource, diffs, lost } from "../host-fixture.js";

const settings = { operations: "read,update,delete" };
const retained = environment.required;
const consenting: JsonObject = { ...retained, __deletable: true };
const title = "Environment staging of app/1 (id-1)";
const willBeDeleted =
  "Once this `up` has succeeded, it will be deleted if it's replaced, removed from the program or destroyed.";
const willBeRetained =
  "Once this `up` has succeeded, it will be retained if it's replaced, removed from the program or destroyed.";
const stays = "will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.";
const exists =
  "was removed from the state but still exists: no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn.";

for (const [what, before, after, says] of [
  ["granted", retained, consenting, `retainOnDelete is now false. ${willBeDeleted}`],
  ["withdrawn", consenting, retained, `retainOnDelete is no longer false. ${willBeRetained}`],
] as const) {
  it(`Consent ${what} without another change: the update sends nothing, and a warning reports it`, async () => {
    const { id, host, diff, update, lines, requests } = await createResource(settings, environment, before);
    // With `changes: true`, the engine ignores replaceOnChanges.
    for (const _ of ["preview", "up"]) expect(await diff(after)).to.deep.equal(diffs.unseen);
    const state = await update(after);
    expect(state.__deletable).to.equal(after.__deletable);
    expect(await host.diff(id, state, after)).to.deep.equal(diffs.none);
    expect(requests).to.deep.equal([]);
    expect(lines).to.deep.equal([`warning: ${title}: ${says}`]);
  });

  it(`Consent ${what} with another change: the update sends only that change, with the warning`, async () => {
    const { diff, update, lines, requests } = await createResource(settings, environment, before);
    expect(await diff({ ...after, name: "next" })).to.deep.equal(diffs.seen);
    expect(lines).to.deep.equal([`warning: ${title}: ${says}`]);
    expect((await update({ ...after, name: "next" })).__deletable).to.equal(after.__deletable);
    expect(requests.map(({ method, body }) => [method, body])).to.deep.equal([["PATCH", { name: "next" }]]);
  });

  it(`Consent ${what} with a replacement: the old environment is retained, with a warning`, async () => {
    const { id, state, host, diff, lines, requests } = await createResource(settings, environment, before);
    expect(await diff({ ...after, applicationId: "app-2" })).to.deep.equal({ replaces: ["applicationId"] });
    expect(lines).to.deep.equal([`warning: ${title} ${stays}`]);
    await host.delete(id, state);
    expect(requests).to.deep.equal([]);
    expect(lines.slice(1)).to.deep.equal([`warning: ${title} ${exists}`]);
  });
}

for (const [what, before, after, isKept] of [
  ["granted in", retained, consenting, undefined],
  ["withdrawn in", consenting, retained, undefined],
  ["kept in", consenting, consenting, true],
] as const) {
  it(`Consent ${what} an update of unknown outcome: the state ${isKept ? "keeps it" : "has none"}`, async () => {
    const { id, state, host } = await createResource(settings, environment, before, { attributes: {} }, lost);
    const { properties } = await catchPartial(host.update(id, state, { ...after, branch: "next" }));
    expect(properties.__deletable).to.equal(isKept);
  });
}

for (const refusal of [createRefusal(422, "The branch is wrong."), createRefusal(401), lost]) {
  it(`Consent withdrawn in an update that fails with ${refusal.failure.status}: no later run deletes the environment`, async () => {
    const { id, state, host } = await createResource(settings, environment, consenting, { attributes: {} }, refusal);
    const { properties, message } = await catchPartial(host.update(id, state, { ...retained, branch: "next" }));
    expect(message).to.include(`update environment failed with status ${refusal.failure.status}`);
    const { __deletable: _, ...others } = state;
    if (refusal !== lost) expect(properties).to.deep.equal({ ...others, __provider: null });
    const next = createHost(settings, environment);
    await next.host.delete(id, properties);
    expect(next.requests).to.deep.equal([]);
  });
}

it("Consent withdrawn in a replacement whose create fails: the error says that destroy still deletes it", async () => {
  const news = { ...retained, applicationId: "app-2" };
  for (const [before, inputs, isSaid] of [
    [consenting, news, true],
    [consenting, { ...news, __deletable: true }, false],
    [retained, news, false],
  ] as const) {
    const refusal = createRefusal(422, "No.");
    const { host, diff } = await createResource(settings, environment, before, { attributes: {} }, refusal);
    await diff(inputs);
    const { message } = await catchError(host.create(inputs));
    const stands = `${title} stays in the state, where retainOnDelete is still false: until an \`up\` succeeds, \`pulumi destroy\` deletes it.`;
    expect(message.includes(stands)).to.equal(isSaid);
  }
});

it("Consent: a read keeps it in the outputs and inputs, and never adds it", async () => {
  for (const inputs of [consenting, retained]) {
    const { id, state, host } = await createResource(settings, environment, inputs);
    const read = await host.read(id, state);
    for (const values of [state, read.props, read.inputs]) expect(values?.__deletable).to.equal(inputs.__deletable);
  }
});

it("Consent with a changed existingId: the old environment isn't deleted, and a warning says why", async () => {
  const adopting = { ...consenting, existingId: "env-1" };
  const { diff, lines, host, state, requests } = await createResource(settings, environment, adopting);
  const { replaces } = await diff({ ...consenting, existingId: "env-2", branch: "next" });
  expect(replaces).to.deep.equal(["existingId"]);
  await host.delete("env-1", state);
  expect(requests).to.deep.equal([]);
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-1) will leave the stack, because another one is adopted in its place. It keeps running, and billing, until you delete it.",
    "warning: Environment staging of app/1 (env-1) was removed from the state but still exists: another one was adopted in its place.",
  ]);
});

it("Consent missing from a refresh's diff: not withdrawn, because its inputs are the last up's", async () => {
  const { id, state, host, lines, requests } = await createResource(settings, environment, consenting);
  await host.diffInRefresh(id, state, retained);
  expect(lines).to.deep.equal([]);
  await host.delete(id, state);
  expect(requests.map(({ method }) => method)).to.deep.equal(["DELETE"]);
});

it("Consent for a fallback id: no delete is sent, and the warning says why", async () => {
  const noId = { body: undefined };
  const { id, state, host, diff, lines, requests } = await createResource(settings, environment, retained, noId);
  expect(await diff(consenting)).to.deep.equal(diffs.unseen);
  expect(lines).to.deep.equal([
    `warning: Environment staging of app/1 (app/1/staging): retainOnDelete is now false. Even so, it's never deleted: the package made its id, which the API doesn't know.`,
  ]);
  await host.delete(id, { ...state, __deletable: true });
  expect(requests).to.deep.equal([]);
});

it("Consent in an adoption: the warning says so, and a later run deletes the environment", async () => {
  const adopting = { ...consenting, existingId: "env-9" };
  const { host, lines } = createHost({ operations: "delete" }, environment);
  await host.check({}, adopting);
  expect(lines).to.deep.equal([
    `warning: Environment staging of app/1 (env-9) will be adopted, not created, because existingId is set. Nothing will be sent. ${willBeDeleted}`,
  ]);
  const { id, outs } = await host.create(adopting);
  const later = createHost({ operations: "delete" }, environment, { body: undefined });
  await later.host.delete(id, outs as JsonObject);
  expect(later.requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(["DELETE /environments/env-9"]);
});
