/** From arguments to requests: method, path and body of each operation, the ids, and what a failure throws. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { defaultFieldNames } from "../../../../provider/definitions/field-names.js";
import { createDynamicProvider as resourceHost } from "../../../../provider/host/dynamic-provider.js";
import type { DocumentedResource } from "../../../documented/index.js";
import {
  catchError,
  createConfiguredHost,
  createConfiguredSession,
  createHost,
  createRefusal,
  createResource,
  createSession,
  type Response,
} from "../../host-fixture.js";
import { application, cache, environment, resources } from "../../resources.js";

/** What the documented request holds for these inputs. */
function bodyOf(
  resource: DocumentedResource,
  inputs: JsonObject,
  names: Readonly<Record<string, string>> = {},
): JsonObject {
  const sent = Object.entries(resource.arguments).filter(([name, { wire }]) => wire !== undefined && name in inputs);
  return Object.fromEntries(sent.map(([name, { wire }]) => [names[name] ?? wire, inputs[name]]));
}

for (const { documented: resource, definition, valid, required } of resources) {
  const { className, create, update } = resource;

  describe(`Create of ${className}`, () => {
    async function sent(inputs: JsonObject, fieldNames: Readonly<Record<string, string>> = {}) {
      const { host, requests } = createConfiguredHost({ fieldNames }, { definition });
      await host.create(inputs);
      return requests;
    }

    it(`Create of ${className}: sends every argument under its field name or that of the configuration, and no other input`, async () => {
      const renamed = Object.fromEntries(Object.keys(defaultFieldNames).map((name) => [name, `our_${name}`]));
      for (const names of [{}, renamed]) {
        const body = bodyOf(resource, valid, names);
        expect(await sent({ ...valid, __provider: "text" }, names)).to.deep.equal([{ ...create, body }]);
      }
    });

    it(`Create of ${className}: sends no argument that is left out, and null only where it is a value of the API`, async () => {
      expect(await sent(required)).to.deep.equal([{ ...create, body: bodyOf(resource, required) }]);
      const optional = Object.entries(resource.arguments).filter(([name]) => !(name in required));
      const values = optional.filter(([, { nullable }]) => nullable === "value");
      const nulls = (rows: typeof optional) => Object.fromEntries(rows.map(([name]) => [name, null]));
      const [request] = await sent({ ...required, ...nulls(optional) });
      expect(request?.body).to.deep.equal(bodyOf(resource, { ...required, ...nulls(values) }));
    });
  });

  if (update === undefined) continue;

  describe(`Update of ${className}`, () => {
    const rows = Object.entries(resource.arguments);
    const always = rows.flatMap(([name, { inEveryUpdate }]) => (inEveryUpdate ? [name] : []));

    for (const [name, { other, replaces }] of rows.filter(([, { recorded }]) => !recorded)) {
      if (replaces) continue;
      it(`Update of ${className}: a changed ${name} is sent with what the API requires and nothing else, and then no change`, async () => {
        const { id, update: change, requests, host } = await createResource({ definition }, valid);
        const news = { ...valid, [name]: other };
        const outs = await change(news);
        const sent = Object.fromEntries([...always, name].map((one) => [one, news[one] ?? null]));
        const path = update.path.replace("id%2F1", encodeURIComponent(id));
        expect(requests[1]).to.deep.equal({ ...update, path, body: bodyOf(resource, sent) });
        expect(await host.diff?.(id, outs, news)).to.deep.equal({ changes: false });
      });
    }
  });
}

it("Update of a resource without an update operation: fails", async () => {
  const { message } = await catchError(createHost(application).host.update?.("app-1", {}, { name: "Other" }));
  expect(message).to.equal("Application app-1 cannot be changed: the API has no operation for it.");
});

it("Id: cacheId of a cache; of an environment the response's, else made of applicationId and name", async () => {
  const madeOfInputs = "warning: Environment app/1/staging: the response has no id; this one is made of the inputs";
  for (const [kind, body, id, warning] of [
    [cache, { data: {} }, "cache/1", ""],
    [cache, { data: { id: "cache/1" } }, "cache/1", ""],
    [environment, { data: { id: "new-1" } }, "new-1", ""],
    [environment, {}, "app/1/staging", madeOfInputs],
  ] as const) {
    const { host, lines } = createHost(kind, { body });
    expect((await host.create(kind.required)).id).to.equal(id);
    expect(lines.join()).to.include(warning);
  }
});

it("Id: an application without one in the response is an error that says where to look for it", async () => {
  const { host } = createHost(application, {
    body: { data: { attributes: { name: "Shop" } }, message: " Queued.\n" },
  });
  const { message } = await catchError(host.create(application.valid));
  expect((await catchError(host.create(application.valid))).message).to.include("was not sent: an identical request");
  expect(message).to.match(
    /^create application got a response without an id: Queued\.\nThe application may still have been/,
  );
});

const inputs = cache.valid;
for (const [error, says] of [
  [createRefusal(422, "no"), "update cache failed with status 422: no"],
  [
    Object.assign(new TypeError("broken"), { id: "1", code: 5 }),
    "update cache got a response that a defect of pulumi-apphosting kept from being read: TypeError: broken\nThe settings may still have been changed. The next `pulumi up` sends them again.",
  ],
] as const) {
  it(`Failed request: throws an error with a message, and no other property that the engine reads: ${says.split("\n")[0]}`, async () => {
    const thrown = await catchError(createHost(cache, error).host.create(inputs));
    expect(thrown.message).to.equal(says);
    expect(Object.keys(thrown)).to.deep.equal([]);
    expect(thrown.cause).to.equal(undefined);
  });
}

it("Failed configuration: reports every problem, and sends nothing", async () => {
  const session = createSession({});
  const { message } = await catchError(resourceHost(cache.definition, session).create(inputs));
  expect(message).to.equal(session.configuration.problems.join("\n")).and.to.match(/\n/);
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
  await catchError(resourceHost(application.definition, session).create(shop));
  await resourceHost(environment.definition, session).create(environment.required);
  expect(requests).to.have.lengthOf(2);
});
