/** From arguments to requests: method, path and body of the three operations. */

import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { environment } from "../../provider/api/environment.js";
import { ApiError } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import { type AllFieldNames, defaultFieldNames } from "../../provider/definitions/field-names.js";
import { cache } from "../../provider/host/cache.js";
import * as documented from "../documented/index.js";
import { type Documented, validInputs } from "../documented/index.js";
import { answering, hostOf } from "./host-fixture.js";
import { resources } from "./resources.js";

/** What the documented request holds for these inputs. */
function bodyOf(resource: Documented, inputs: JsonObject): JsonObject {
  const fields = Object.entries(resource.arguments).flatMap(([name, { wire }]) =>
    wire === undefined || inputs[name] === undefined ? [] : [[wire, inputs[name]]],
  );
  return Object.fromEntries(fields);
}

for (const { documented: resource, api: spec } of resources) {
  const { kind, operation, method, path } = resource;

  describe(`A created ${kind}`, () => {
    async function sent(inputs: JsonObject) {
      const { host, requests } = hostOf(spec, { body: { data: { id: "new-1" } } });
      await host.create(inputs);
      return requests;
    }

    it("sends every stated argument under its name in the request, and no other input", async () => {
      const inputs = validInputs(resource);
      const body = bodyOf(resource, inputs);
      expect(await sent({ ...inputs, __provider: "text" })).to.deep.equal([{ operation, method, path, body }]);
    });

    it("sends no argument that is left out", async () => {
      const inputs = validInputs(resource, "required");
      expect(await sent(inputs)).to.deep.equal([{ operation, method, path, body: bodyOf(resource, inputs) }]);
    });

    it("sends null where it is a value of the API, and elsewhere nothing for it", async () => {
      const nulls = Object.entries(resource.arguments).filter(([, { required }]) => !required);
      const values = nulls.filter(([, { nullable }]) => nullable === "value");
      const none = (rows: typeof nulls) => Object.fromEntries(rows.map(([name]) => [name, null]));
      const required = validInputs(resource, "required");
      const [request] = await sent({ ...required, ...none(nulls) });
      expect(request?.body).to.deep.equal(bodyOf(resource, { ...required, ...none(values) }));
    });
  });
}

describe("A request", () => {
  it("has the undocumented field names of the configuration", async () => {
    const renamed = Object.keys(defaultFieldNames).map((name) => [name, `our_${name}`]);
    const names = Object.fromEntries(renamed) as AllFieldNames;
    for (const { documented: resource, api: spec } of resources) {
      const { host, requests } = answering(spec, () => ({ body: { data: { id: "new-1" } } }), names);
      await host.create(validInputs(resource));
      const fields = Object.entries(resource.arguments).flatMap(([name, { wire, valid }]) =>
        wire === undefined ? [] : [[names[name as keyof AllFieldNames] ?? wire, valid]],
      );
      expect(requests[0]?.body).to.deep.equal(Object.fromEntries(fields));
    }
  });

  it("of an update for a changed trigger has the name alone", async () => {
    const inputs = validInputs(documented.cache);
    const { host, requests } = hostOf(cache);
    const { outs } = await host.create(inputs);
    await host.update?.("cache/1", outs, { ...inputs, triggers: ["other"] });
    const { path } = documented.cache;
    expect(requests[1]).to.deep.include({ path, body: { name: inputs.name } });
  });
});

describe("The id", () => {
  const inputs = validInputs(documented.environment, "required");

  it("of a cache is its own, whatever id the answer has", async () => {
    const { host } = hostOf(cache, { body: { data: { id: "new-1" } } });
    expect((await host.create(validInputs(documented.cache))).id).to.equal("cache/1");
  });

  it("of an environment is that of the answer", async () => {
    expect((await hostOf(environment).host.create(inputs)).id).to.equal("id-1");
  });

  it("of an environment without one in the answer is made of its application and name, with a warning", async () => {
    const { host, lines } = hostOf(environment, { body: {} });
    expect((await host.create(inputs)).id).to.equal("app/1/staging");
    expect(lines.join()).to.match(/^warning: Environment app\/1\/staging: the response has no id; /);
  });

  it("of an application without one in the answer is an error that says where it may be", async () => {
    const { host } = hostOf(application, { body: { data: { attributes: { name: "Shop" } } } });
    const created = host.create(validInputs(documented.application));
    const message = await created.then(String, (error: Error) => error.message);
    expect(message).to.match(/^create application got a response without an id\n/);
    expect(message).to.include("may still have been created").and.not.include("JSON");
  });
});

describe("What a failed request throws", () => {
  const refused = new ApiError("update cache", { kind: "status", status: 422, message: "no", fields: {} }, "none");
  for (const error of [refused, new TypeError("broken"), Object.assign(new Error("x"), { id: "1", code: 5 })]) {
    it(`is an error with a message and nothing that the engine reads more into: ${error.name}`, async () => {
      const { host } = hostOf(cache, error);
      const thrown = await host.create(validInputs(documented.cache)).catch((caught: unknown) => caught);
      expect(thrown).to.be.instanceOf(Error);
      expect(Object.keys(thrown as Error)).to.deep.equal([]);
      expect((thrown as Error).cause).to.equal(undefined);
    });
  }
});
