import { expect } from "chai";
import * as fc from "fast-check";
import { interpretResponse } from "../../../provider/api/http/attempt.js";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import type { DocumentedArgument, DocumentedResource } from "../../documented/facts.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { catchError, createHost } from "../host-fixture.js";

function createBody(
  { arguments: args }: DocumentedResource,
  inputs: JsonObject,
  names: Readonly<Record<string, string>> = {},
) {
  const sent = Object.entries(args).filter(([name, { wire }]) => wire !== undefined && name in inputs);
  const fieldName = (name: string, { wire = "", undocumentedName }: DocumentedArgument) =>
    (undocumentedName && names[name]) || wire;
  return Object.fromEntries(sent.map(([name, argument]) => [fieldName(name, argument), inputs[name]]));
}

for (const resource of resources) {
  const { documented, valid, required, nulls } = resource;
  const { className, create } = documented;

  async function sendCreate(inputs: JsonObject, fieldNames: Readonly<Record<string, string>> = {}) {
    const { host, requests } = createHost({ fieldNames }, resource);
    const { outs } = await host.create(inputs);
    return { requests, outs };
  }

  it(`Create of ${className}: sends every argument under its field name or that of apphosting:fieldNames, and no other input`, async () => {
    const renamed = Object.fromEntries(Object.keys(defaultFieldNames).map((name) => [name, `our_${name}`]));
    for (const names of [{}, renamed]) {
      const { requests } = await sendCreate({ ...valid, __provider: "text" }, names);
      expect(requests).to.deep.equal([{ ...create, body: createBody(documented, valid, names) }]);
    }
  });

  it(`Create of ${className}: sends no argument that is left out, and null only where it is a value`, async () => {
    const optional = Object.entries(documented.arguments).filter(([name]) => !(name in required));
    const nullsOf = (rows: typeof optional) => Object.fromEntries(rows.map(([name]) => [name, null]));
    const accepted = nullsOf(optional.filter(([, { nullable }]) => nullable !== "refused"));
    const values = nullsOf(optional.filter(([, { nullable }]) => nullable === "value"));
    for (const [given, sent] of [
      [{}, {}],
      [accepted, values],
    ]) {
      const body = createBody(documented, { ...required, ...sent });
      expect((await sendCreate({ ...required, ...given })).requests).to.deep.equal([{ ...create, body }]);
    }
  });

  it(`Create of ${className}: a response with an id alone gives each output, as the argument or null`, async () => {
    const __apphosting = { set: Object.keys(required), input: {}, actual: {} };
    expect((await sendCreate(required)).outs).to.deep.equal({ ...nulls, ...required, __apphosting });
  });
}

const made =
  "warning: Environment staging of app/1 (app/1/staging): the response has no id, so the package made this one from the arguments.";
const refusal = { success: false, message: "The environment limit of the plan is reached." };
const shown = `${made} The API's message: ${refusal.message}`;
for (const [what, resource, body, id, line] of [
  ["a cache: cacheId", cache, { data: {} }, "cache/1"],
  ["an environment: that of the response", environment, { data: { id: "env-1" } }, "env-1"],
  ["a response of the type of the class", application, { data: { id: "app-1", type: "applications" } }, "app-1"],
  ["a response of that type in the singular", environment, { data: { id: "env-7", type: "environment" } }, "env-7"],
  ["a response whose type cannot be read", application, { data: { id: "app-1", type: 7 } }, "app-1"],
  ["a flat response", environment, { id: "env-7", type: "environments" }, "env-7"],
  ["an environment without one in the response: made, with a warning", environment, {}, "app/1/staging", made],
  ["an environment without one: made, and what the API says is shown", environment, refusal, "app/1/staging", shown],
] as const) {
  it(`Id of ${what}`, async () => {
    const { host, lines } = createHost({}, resource, { body });
    expect((await host.create(resource.required)).id).to.equal(id);
    expect(lines.filter((one) => one.includes("response has no id"))).to.deep.equal(line === undefined ? [] : [line]);
  });
}

it("Id of an application without one in the response: an error that says where to look, with what the API says", async () => {
  const { host } = createHost({}, application, {
    body: { data: { attributes: { name: "Shop" } }, message: " Queued.\n" },
  });
  expect((await catchError(host.create(application.valid))).message).to.equal(
    "create application got a response without an id: Queued.\nThe application may have been created anyway. The next `pulumi up` creates it again, so look for it in the provider's web console first: if it's there, set existingId to its id, or delete it.",
  );
  expect((await catchError(host.create(application.valid))).message).to.include(
    "was not sent: the outcome of an identical request",
  );
});

for (const resource of [application, environment]) {
  const { definition } = resource;
  const { className, action, create } = { ...resource.documented, ...resource.documented.create };
  it(`Id of ${className} in a 2xx with errors: none is taken, and the failure of unknown outcome has the API's words`, async () => {
    for (const body of [
      { error: "Plan limit reached.", id: "new-1" },
      { errors: { name: ["Plan limit reached."] }, data: { id: "new-1", type: definition.apiType } },
    ]) {
      const { host, requests } = createHost({}, resource, interpretResponse("POST", 200, JSON.stringify(body)));
      const { message } = await catchError(host.create(resource.valid));
      expect(message).to.include(`${action} got a response with status 200 and errors`);
      expect(message).to.include("Plan limit reached.").and.include("may have been created anyway");
      expect((await catchError(host.create(resource.valid))).message).to.include(
        "was not sent: the outcome of an identical",
      );
      expect(requests).to.have.lengthOf(1);
    }
  });

  it(`Id of ${className} in a response of another type: an error of unknown outcome that names the type`, async () => {
    const thing = { id: "41", type: "jobs", attributes: {} };
    const relationships = { [definition.names.exportName]: { data: { id: "x", type: definition.apiType } } };
    for (const body of [{ data: { ...thing, relationships } }, { ...thing, relationships }, thing]) {
      const { host, requests } = createHost({}, resource, { body });
      expect((await catchError(host.create(resource.valid))).message).to.match(
        new RegExp(
          `^${action} got a response of another type: "jobs" instead of "${definition.apiType}"\n.* may have been created anyway.`,
        ),
      );
      expect((await catchError(host.create(resource.valid))).message).to.include(
        "was not sent: the outcome of an identical request",
      );
      expect(requests.map(({ method }) => method)).to.deep.equal([create.method]);
    }
  });
}

it("Id of a 2xx: kept, whatever else the response has", async () => {
  const part = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonObject>;
  const anyType = part.filter((value) => typeof value !== "string");
  const data = { type: fc.oneof(fc.constant("applications"), anyType), attributes: part, relationships: part };
  const body = fc.record({
    data: fc.record({ id: fc.constant("app-1"), ...data }, { requiredKeys: ["id"] }),
    ...{ included: part, message: part },
  });
  await fc.assert(
    fc.asyncProperty(body, async (one) => {
      expect((await createHost({}, application, { body: one }).host.create(application.required)).id).to.equal("app-1");
    }),
  );
});
