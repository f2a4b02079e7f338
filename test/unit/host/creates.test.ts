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

  it(`Create of ${className}: sends every argument under its field name, or the one in apphosting:fieldNames`, async () => {
    const renamed = Object.fromEntries(Object.keys(defaultFieldNames).map((name) => [name, `our_${name}`]));
    for (const names of [{}, renamed]) {
      const { requests } = await sendCreate({ ...valid, __provider: "text" }, names);
      expect(requests).to.deep.equal([{ ...create, body: createBody(documented, valid, names) }]);
    }
  });

  it(`Create of ${className}: omits unset arguments, and sends null only where it's a value`, async () => {
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

  it(`Create of ${className}: with only an id in the response, outputs are the arguments or null`, async () => {
    const __apphosting = { set: Object.keys(required), input: {}, actual: {} };
    expect((await sendCreate(required)).outs).to.deep.equal({ ...nulls, ...required, __apphosting });
  });
}

const made =
  "warning: Environment staging of app/1 (app/1/staging): the response has no id, so the package made this one from the arguments.";
const refusal = { success: false, message: "The environment limit of the plan is reached." };
const shown = `${made} The API's message: ${refusal.message}`;
for (const [what, resource, body, id, line] of [
  ["of a cache: its cacheId", cache, { data: {} }, "cache/1"],
  ["of an environment: the response's id", environment, { data: { id: "env-1" } }, "env-1"],
  ["in a response of the class's type: used", application, { data: { id: "app-1", type: "applications" } }, "app-1"],
  ["in a response with a singular type: used", environment, { data: { id: "env-7", type: "environment" } }, "env-7"],
  ["in a response with an unreadable type: used", application, { data: { id: "app-1", type: 7 } }, "app-1"],
  ["in a flat response: used", environment, { id: "env-7", type: "environments" }, "env-7"],
  ["missing for an environment: a fallback id, with a warning", environment, {}, "app/1/staging", made],
  ["missing for an environment: the warning shows the API's message", environment, refusal, "app/1/staging", shown],
] as const) {
  it(`Id ${what}`, async () => {
    const { host, lines } = createHost({}, resource, { body });
    expect((await host.create(resource.required)).id).to.equal(id);
    expect(lines.filter((one) => one.includes("response has no id"))).to.deep.equal(line === undefined ? [] : [line]);
  });
}

it("Id missing for an application: the error says where to look, and shows the API's message", async () => {
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
  it(`Id of ${className} in a 200 with errors: ignored, and the error shows the API's message`, async () => {
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

  it(`Id of ${className} in a response of another type: ignored, and the error names the type`, async () => {
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

it("Id in a 2xx response: used, no matter what else the response has", async () => {
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
