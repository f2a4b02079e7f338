/** What a run remembers: creates of unknown outcome, what the stack has, and what stays in it. */

import { expect } from "chai";
import { createDynamicProvider } from "../../../../provider/host/dynamic-provider.js";
import {
  catchError,
  createConfiguredHost,
  createConfiguredSession,
  createHost,
  createRefusal,
  type Response,
} from "../../host-fixture.js";
import { application, cache, environment, type TestedResource } from "../../resources.js";

const gone = createRefusal(410);
const created = "2026-03-09T12:00:00Z";
const show = (id: string, type?: string): Response => ({
  body: { data: { id, ...(type === undefined ? {} : { type }), attributes: { created_at: created } } },
});

const shop = application.required;
const [failed, refused] = (["unknown", "none"] as const).map(
  (effect): Response => ({ failure: { kind: "no id", message: undefined }, effect }),
) as [Response, Response];
const sessions = cache.valid;

it("Create identical to one with an unknown outcome: refused, with the reason and what to do", async () => {
  const { host, requests } = createHost(application, failed);
  await catchError(host.create(shop));
  const again = Object.fromEntries(Object.entries(shop).reverse());
  expect((await catchError(host.create(again))).message).to.equal(
    "create application was not sent: an identical request of this `pulumi up` has an unknown outcome, so the application may already exist. Look for it in the provider's web console: if it is there, set its id as existingId, or delete it. Then run `pulumi up` again. A second resource with the same arguments is refused with it until then.",
  );
  expect(requests).to.have.lengthOf(1);
});

for (const [what, kind, error, first, second] of [
  ["another create", application, failed, shop, { ...shop, name: "Store" }],
  ["of no effect, an identical create", application, refused, shop, shop],
  ["an adoption of a cache, which creates nothing,", cache, failed, sessions, sessions],
] as const) {
  it(`Create with an unknown outcome before: ${what} is sent`, async () => {
    const { host, requests } = createHost(kind, error, { attributes: {} });
    await catchError(host.create(first));
    await host.create(second);
    expect(requests).to.have.lengthOf(2);
  });
}

it("Create with an unknown outcome before: one of another class is sent", async () => {
  const { session, requests } = createConfiguredSession({}, [failed, { attributes: {} }]);
  await catchError(createDynamicProvider(application.definition, session).create(shop));
  await createDynamicProvider(environment.definition, session).create(environment.required);
  expect(requests).to.have.lengthOf(2);
});

it("Create and update with the same values: neither counts as a repetition of the other, whose outcome is unknown", async () => {
  const operations = { Environment: "PATCH /environments/{id}" };
  const [inputs, state] = [environment.required, { ...environment.required, branch: "other" }];
  const lost: Response = { failure: { kind: "no id", message: undefined }, effect: "unknown" };
  for (const [first, second] of [
    [(host: Host) => host.create(inputs), (host: Host) => host.update("id-9", state, inputs)],
    [(host: Host) => host.update("id-9", state, inputs), (host: Host) => host.create(inputs)],
  ] as const) {
    const { host, requests } = createConfiguredHost({ operations }, environment, lost, { attributes: {} });
    await catchError(first(host));
    await second(host);
    expect(requests).to.have.length(2);
  }
});

describe("Create that returns what the stack has", () => {
  const inputs = environment.required;
  const renamed = { ...inputs, name: "renamed" };
  const found = (kind: TestedResource) => show("id-1", kind.definition.type);
  const says = "create environment got a response with the id of Environment id-1, which the stack has already";

  for (const [what, meet] of [
    ["in a diff", (host: Host) => host.diff("id-1", inputs, renamed)],
    ["in an update", (host: Host) => host.update("id-1", inputs, inputs)],
    ["in a read", (host: Host) => host.read("id-1", inputs)],
    ["in an earlier create", (host: Host) => host.create(inputs)],
  ] as const) {
    it(`Create that returns an id which this run had ${what}: an error of unknown outcome, which is not repeated`, async () => {
      const { host } = createHost(environment, found(environment));
      await meet(host);
      expect((await catchError(host.create(renamed))).message)
        .to.include(says)
        .and.include("Give the new environment another name, or set existingId to the id of another one.");
      expect((await catchError(host.create(renamed))).message).to.include("was not sent: an identical request");
    });
  }

  it("Create that returns an id below another application, or of another class: is another resource", async () => {
    const { session } = createConfiguredSession({}, [show("id-1")]);
    await createDynamicProvider(application.definition, session).create(application.required);
    const host = createDynamicProvider(environment.definition, session);
    for (const applicationId of ["app-1", "app-2"]) {
      expect((await host.create({ ...inputs, applicationId })).id).to.equal("id-1");
    }
  });

  it("Create that returns the id of what this run has deleted: is a new resource", async () => {
    const operations = { Environment: "GET, DELETE /environments/{id}" };
    for (const responses of [[gone], [show("id-1"), { body: undefined }, gone]]) {
      const { host } = createConfiguredHost({ operations }, environment, show("id-1"), ...responses, show("id-1"));
      const state = { ...environment.nulls, ...inputs, createdAt: created };
      await host.read("id-1", state);
      await host.delete("id-1", state);
      expect((await host.create(renamed)).id).to.equal("id-1");
    }
  });

  it("Create that returns no id: an id that the package makes is no id of the API", async () => {
    const { host } = createHost(environment, { body: {} });
    const { id, outs } = await host.create(inputs);
    await host.diff(id, outs, inputs);
    expect((await host.create(inputs)).id).to.equal(id);
  });
});

describe("Delete of an id that a resource of the stack keeps", () => {
  const configuration = { operations: { Environment: "GET, PATCH, DELETE /environments/{id}" } };
  const inputs = environment.required;
  const state = {
    ...environment.nulls,
    ...inputs,
    createdAt: created,
  };

  for (const [what, keep, reason] of [
    ["leaves", (host: Host) => host.diff("id-1", state, inputs), "another resource of the stack has the same id"],
    [
      "updates in place",
      (host: Host) => host.diff("id-1", state, { ...inputs, branch: "other" }),
      "another resource of the stack has the same id",
    ],
    ["has created", (host: Host) => host.create(inputs), "a create of this run has returned the same id"],
  ] as const) {
    it(`Delete: sends no request for the id of a resource that this up ${what}`, async () => {
      const { host, requests, lines } = createConfiguredHost(configuration, environment, show("id-1"));
      await host.check({}, inputs);
      await keep(host);
      const sent = requests.length;
      await host.delete("id-1", state);
      expect(requests).to.have.length(sent);
      expect(lines.at(-1)).to.equal(
        `warning: Environment id-1 is removed from the state, but it still exists: ${reason}`,
      );
    });
  }

  it("Delete: sent where the program names another id, and where a refresh alone, before any check, or a replacement has asked", async () => {
    const replacing = { ...inputs, clusterId: "another" };
    for (const ask of [
      (host: Host) => host.diff("id-1", state, inputs),
      (host: Host) => host.check({}, inputs).then(() => host.diff("id-1", state, replacing)),
      (host: Host) => host.check({}, { ...inputs, existingId: "id-2" }),
    ]) {
      const { host, requests } = createConfiguredHost(configuration, environment, gone);
      await ask(host);
      await host.delete("id-1", state);
      expect(requests.map(({ method }) => method)).to.deep.equal(["GET"]);
    }
  });
});

type Host = ReturnType<typeof createHost>["host"];
