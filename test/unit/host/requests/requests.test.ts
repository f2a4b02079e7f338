/** From arguments to requests: method, path and body of each operation, and what a failure throws. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { defaultFieldNames } from "../../../../provider/definitions/field-names.js";
import { createDynamicProvider as resourceHost } from "../../../../provider/host/dynamic-provider.js";
import type { DocumentedResource } from "../../../documented/index.js";
import {
  catchError,
  createConfiguredHost,
  createHost,
  createRefusal,
  createResource,
  createSession,
} from "../../host-fixture.js";
import { application, cache, resources } from "../../resources.js";

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

    for (const [name, { other, replaces }] of rows.filter(([, { adopted }]) => !adopted)) {
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
