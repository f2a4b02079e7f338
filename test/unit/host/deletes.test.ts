import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { application, cache, environment } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createSession, openSession, type Response } from "../host-fixture.js";

const deleting = { operations: "delete" };
const inputs: JsonObject = { ...environment.required, __deletable: true };
const state: JsonObject = { ...environment.nulls, ...inputs };
const title = "Environment staging of app/1 (id-1)";
const done: Response = { body: undefined };

async function deleteWith(response: Response, properties = state, settings: JsonObject = deleting, id = "id-1") {
  const { host, lines, requests } = createHost(settings, environment, response);
  const error = await catchError(host.delete(id, properties));
  const sent = requests.map(({ method, path }) => `${method} ${path}`);
  return { sent, lines, error: error.message === "nothing was thrown" ? undefined : error };
}

const request = "DELETE /environments/id-1";

for (const [what, response] of [
  ["a 2xx and no body", done],
  ["a 2xx about a job", { body: { data: { id: "job-1", type: "jobs" } } }],
  ["a 2xx and a text body", { body: "queued" }],
] as const) {
  it(`Delete with ${what}: sends one DELETE, and the environment is gone`, async () => {
    const include = { Environment: ["branch"] };
    const answered = await deleteWith(response, state, { operations: "read,update,delete", include });
    expect(answered).to.deep.equal({ sent: [request], lines: [], error: undefined });
  });
}

it("Delete with a 404 and the API's message: gone, with a warning", async () => {
  const { sent, lines, error } = await deleteWith(createRefusal(404, "There is no environment."));
  expect([sent, error]).to.deep.equal([[request], undefined]);
  expect(lines.join()).to.match(
    /^warning: Environment staging of app\/1 \(id-1\) was removed from the state: the API can't find it\. It's gone, or it belongs to a different organization than the token\.\ndelete environment failed with status 404: There is no environment\.\nCheck the id: [^\n]*\nOr check apphosting:baseUrl[^\n]*$/,
  );
});

it("Delete with a 404 after an unknown outcome: gone, without a warning", async () => {
  const answered = await deleteWith(createRefusal(404, "Not found.", "unknown"));
  expect(answered).to.deep.equal({ sent: [request], lines: [], error: undefined });
});

const timeout = { kind: "timeout", seconds: 60, address: "a", connected: true } as const;
const checkRoute = "whether your API has DELETE /environments/{id}";
const unsure = "The environment may have been deleted anyway. It stays in the state: run the command again.";
const stays = "\nThe environment stays in the state.";
for (const [what, response, says, outcome] of [
  ["a 404 for a missing route", createRefusal(404, "The route x could not be found."), checkRoute, stays],
  ["a 403", createRefusal(403, "No."), "failed with status 403: No.\nCheck the token", stays],
  ["a 409", createRefusal(409, "In use."), "Delete what depends on it first, or run the command again later.", stays],
  ["a 200 with errors", createRefusal(200, "It runs."), "got a response with status 200 and errors: It runs.", stays],
  ["a 500", createRefusal(500, "Down.", "unknown"), "failed with status 500: Down.\n", unsure],
  ["no response", { failure: timeout, outcome: "unknown" }, "got no response from a", unsure],
] as readonly (readonly [string, Response, string, string])[]) {
  it(`Delete with ${what}: the error says why, and that the environment stays`, async () => {
    const { sent, lines, error } = await deleteWith(response);
    expect(error?.message).to.include(`${title}: delete environment `).and.include(says).and.include(outcome);
    expect(error?.message).to.include("`pulumi up --refresh` use the settings of the program's last run, ");
    expect(error?.stack).to.equal("");
    expect([sent, lines]).to.deep.equal([[request], []]);
  });
}

const exists = (of: string, reason: string) => `warning: ${of} was removed from the state but still exists: ${reason}.`;
const noConsent = "no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn";
const inUse = "this program still uses the environment: another resource, existingId, or `get` has the same id";

for (const [resource, reason] of [
  [
    application,
    "no application is ever deleted, because the API may also delete its environments, even those that the stack adopts, retains or protects",
  ],
  [cache, "no cache is ever deleted, because a stack only adopts an existing one"],
] as const) {
  const { class: className } = resource.definition.names;
  it(`Delete of ${className}: never sent, even if enabled, and a warning says that it still exists`, async () => {
    for (const operations of ["", "read,update,delete", { Application: "DELETE /a/{id}" }]) {
      const { host, lines, requests } = createHost({ operations }, resource);
      await host.delete("id-1", { ...resource.valid, __deletable: true });
      expect(requests).to.deep.equal([]);
      expect(lines).to.deep.equal([exists(`${className} ${resource.valid.name} (id-1)`, reason)]);
    }
  });
}

const made = "the package made its id, which the API doesn't know";
const notNamed = "apphosting:operations doesn't include delete";
const { __deletable: _, ...retained } = state;
for (const [what, properties, settings, id, reason] of [
  ["without consent", retained, deleting, "id-1", noConsent],
  ["whose consent isn't true", { ...state, __deletable: "true" }, deleting, "id-1", noConsent],
  ["adopted without consent", { ...retained, existingId: "id-1" }, deleting, "id-1", noConsent],
  ["with a fallback id", { ...state, __apphosting: { fallbackId: true } }, deleting, "app/1/Staging", made],
  ["without delete enabled", state, { operations: "read,update" }, "id-1", notNamed],
] as const) {
  it(`Delete of an environment ${what}: not sent, and a warning says that it still exists`, async () => {
    const { sent, lines, error } = await deleteWith(done, properties, settings, id);
    expect([sent, error]).to.deep.equal([[], undefined]);
    expect(lines).to.deep.equal([exists(`Environment staging of app/1 (${id})`, reason)]);
  });
}

it("Delete with malformed settings: the error lists each, unless the environment is retained anyway", async () => {
  const malformed = { operations: { Environment: "GET, DELETE /environments/{id}" }, maxRetries: "many" };
  const { sent, lines, error } = await deleteWith(done, state, malformed);
  expect([sent, lines]).to.deep.equal([[], []]);
  expect(error?.message).to.match(
    /^Environment staging of app\/1 \(id-1\): apphosting:maxRetries must be an integer.*\napphosting:operations must be .*`pulumi config set apphosting:operations read,update,delete`.*\nWithout `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` use the settings of the program's last run, .*$/,
  );
  expect((await deleteWith(done, state, { ...deleting, maxRetries: "many" })).error?.message).to.include("maxRetries");
  const existing = await deleteWith(done, retained, malformed);
  expect(existing).to.deep.equal({ sent: [], error: undefined, lines: [exists(title, noConsent)] });
});

type Host = ReturnType<typeof createHost>["host"];
const checkInputs = (host: Host, news = inputs) => host.check({}, news);
const reversed = Object.fromEntries(Object.entries(inputs).reverse());
const uses: readonly [what: string, act: (host: Host) => Promise<unknown>, isSent: boolean][] = [
  ["a create returned", (host) => host.create(inputs), false],
  ["a check has as existingId", (host) => checkInputs(host, { ...inputs, existingId: "id-1" }), false],
  ["a failed check has as existingId", (host) => checkInputs(host, { existingId: "id-1", name: 5 }), false],
  ["an update used", (host) => host.update("id-1", state, inputs), false],
  ["a diff after a check found unchanged", (host) => host.diff("id-1", state, inputs), false],
  [
    "a diff found unchanged, with inputs reordered",
    (host) => checkInputs(host).then(() => host.diffInRefresh("id-1", state, reversed)),
    false,
  ],
  ["only a refresh found unchanged, before any check", (host) => host.diffInRefresh("id-1", state, inputs), true],
  [
    "only a refresh found unchanged, after another resource's check",
    (host) => checkInputs(host, { ...inputs, name: "other" }).then(() => host.diffInRefresh("id-1", state, inputs)),
    true,
  ],
  ["a diff replaced", (host) => host.diff("id-1", state, { ...inputs, branch: "x" }), true],
  ["differs from a check's existingId", (host) => checkInputs(host, { ...inputs, existingId: "id-2" }), true],
  ["may be a check's unknown existingId", (host) => checkInputs(host, { ...inputs, existingId: unknownInput }), true],
];
for (const [what, act, isSent] of uses) {
  it(`Delete of an id that ${what}: ${isSent ? "sent" : "not sent, and a warning says why"}`, async () => {
    const { host, lines, requests } = createHost(deleting, environment, ({ method }) =>
      method === "POST" ? { body: { data: { id: "id-1" } } } : done,
    );
    await act(host);
    await host.delete("id-1", state);
    expect(requests.some(({ method }) => method === "DELETE")).to.equal(isSent);
    expect(lines.includes(exists(title, inUse))).to.equal(!isSent);
  });
}

it("Delete of an environment that a create without an id may have returned: not sent", async () => {
  const { host, requests } = createHost(deleting, environment, { body: { message: "It exists." } });
  await host.create({ ...inputs, clusterId: "cluster-1" });
  await host.delete("id-1", state);
  expect(requests.map(({ method }) => method)).to.deep.equal(["POST"]);
});

it("Delete of an environment whose id an application of this run also has: sent", async () => {
  const { session, requests } = openSession(deleting, [{ body: { data: { id: "id-1" } } }, done]);
  await createDynamicProvider(application.definition, session).create(application.required);
  await createDynamicProvider(environment.definition, session).delete("id-1", state);
  expect(requests.map(({ method }) => method)).to.deep.equal(["POST", "DELETE"]);
});

it("Delete and refresh without a token or operations: both succeed, each with a warning", async () => {
  const lines: string[] = [];
  const host = createDynamicProvider(environment.definition, createSession({}, lines));
  expect((await host.read("id-1", state)).props).to.deep.include(state);
  await host.delete("id-1", state);
  expect(lines).to.have.length(2);
  expect(lines[1]).to.equal(exists(title, "apphosting:operations doesn't include delete"));
});
