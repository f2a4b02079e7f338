/** How the host reads a `get`. What a program passes to it is in test/unit/resources. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { environment, resources } from "../documented-resources.js";
import { catchError, createGet, createRefusal, type Settings } from "../host-fixture.js";

const reading: Settings = { operations: "read" };

for (const resource of resources) {
  const { documented, definition, nulls } = resource;
  const { className } = documented;
  const { create, idArgument, path } = definition;
  const address = { [idArgument]: "id-1" };
  const adopted = create.method === "PATCH" ? address : {};

  it(`${className}.get: each output is the response's value or null`, async () => {
    const paths = Object.values(documented.arguments).map(({ attribute }) => `data.attributes.${attribute}`);
    const returned = listResponseValues(documented).filter(([at]) => paths.includes(String(at)));
    const { body, outputs } = buildResponse(returned);
    const { attributes } = body.data as { attributes: JsonObject };
    const settings = { ...reading, include: { [className]: ["x"] } };
    const { get, lines, requests } = createGet(settings, resource, { attributes });
    const { props } = await get.read("id-1", { __provider: "x", ...address, size: "of a transformation" });
    expect(props).to.deep.equal({ ...nulls, ...outputs, ...adopted });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([`GET ${path}/id-1?include=x`]);
    expect(lines).to.deep.equal([]);
    // A refresh passes the earlier outputs, and keeps none of them.
    const again = createGet(reading, resource);
    expect((await again.get.read("id-1", props)).props).to.deep.equal({ ...nulls, ...adopted });
  });

  it(`${className}.get without read enabled: the error has the command that enables it`, async () => {
    const { message } = await catchError(createGet({}, resource).get.read("id-1", address));
    expect(message).to.equal(
      `${className} id-1: \`get\` can't read it, because the API documents no read. If your API supports it, run ` +
        "`pulumi config set apphosting:operations read`, or add it to the operations of its explicit Provider.",
    );
  });

  it(`${className}.get: the check fails if a transformation dropped the id`, async () => {
    const { get, requests } = createGet(reading, resource);
    for (const inputs of [address, resource.valid, {}]) {
      const { failures } = await get.check({}, inputs);
      expect(failures.map(({ reason }) => reason)).to.deep.equal([
        `a transformation dropped the id of ${className}.get from the options. Return the options it received, with your changes`,
      ]);
    }
    expect((await catchError(get.create())).message).to.equal(`${className}.get never creates a resource`);
    expect(requests).to.deep.equal([]);
  });

  for (const [what, response, says] of [
    ["a 404", createRefusal(404, "Not found."), /status 404: Not found\.\n.*doesn't know "id-1"/],
    ["a response with another id", { body: { data: { id: "id-2" } } }, /the id "id-2" instead of "id-1"/],
    ["a response of another type", { body: { data: { id: "id-1", type: "x" } } }, /the type "x" instead of/],
    ["a response without an id", { body: { data: {} } }, /got a response with no id/],
  ] as const) {
    it(`${className}.get: ${what} is an error that names the id`, async () => {
      const { message } = await catchError(createGet(reading, resource, response).get.read("id-1", address));
      expect(message)
        .to.match(says)
        .and.match(new RegExp(`^${className} id-1: read `))
        .and.not.include("--run-program");
      const refreshed = await catchError(createGet(reading, resource, response).get.read("id-1", nulls));
      expect(refreshed.message).to.match(says).and.include("--run-program");
    });
  }
}

it("get: protects its resource from a delete in the same run, unless only a refresh read it", async () => {
  const state = { ...environment.nulls, ...environment.required, __deletable: true };
  for (const [properties, methods] of [
    [{ existingId: "id-1" }, ["GET"]],
    [environment.nulls, ["GET", "DELETE"]],
  ] as const) {
    const { get, session, requests } = createGet({ operations: "read,delete" }, environment);
    await get.read("id-1", properties);
    await createDynamicProvider(environment.definition, session).delete("id-1", state);
    expect(requests.map(({ method }) => method)).to.deep.equal(methods);
  }
});
