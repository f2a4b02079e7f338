/** What the host makes of a `get`. What a program hands over for one is in test/unit/resources. */

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
  const { idArgument, path } = definition;
  const address = { [idArgument.name]: "id-1" };
  const adopted = idArgument.adoptedBy === "PATCH" ? address : {};

  describe(`${className}.get`, () => {
    it(`${className}.get: outputs are those of the response, null for all else, and nothing of the package's own`, async () => {
      const paths = Object.values(documented.arguments).map(({ attribute }) => `data.attributes.${attribute}`);
      const echoed = listResponseValues(documented).filter(([at]) => paths.includes(String(at)));
      const { body, outputs } = buildResponse(echoed);
      const { attributes } = body.data as { attributes: JsonObject };
      const { get, lines, requests } = createGet({ ...reading, include: { [className]: ["x"] } }, resource, {
        attributes,
      });
      const { props } = await get.read("id-1", { __provider: "x", ...address, size: "of a transformation" });
      expect(props).to.deep.equal({ ...nulls, ...outputs, ...adopted });
      expect(requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([`GET ${path}/id-1?include=x`]);
      expect(lines).to.deep.equal([]);
      // A refresh hands over what was read before, of which nothing stays.
      const again = createGet(reading, resource);
      expect((await again.get.read("id-1", props)).props).to.deep.equal({ ...nulls, ...adopted });
    });

    it(`${className}.get without \`read\` named: the error has the command that names it`, async () => {
      const { message } = await catchError(createGet({}, resource).get.read("id-1", address));
      expect(message).to.equal(
        `${className} id-1: \`get\` cannot read it, because the API documents no read. If yours has one, run ` +
          "`pulumi config set apphosting:operations read`, or name it in the operations of its explicit Provider.",
      );
    });

    it(`${className}.get with malformed operations: an error in a program; in a refresh, the state and a line`, async () => {
      const settings = { operations: { [className]: "GET /x/{id}" } };
      const inProgram = createGet(settings, resource);
      const { message } = await catchError(inProgram.get.read("id-1", address));
      expect(message).to.match(
        /must be a list of read, update and delete\. .*`pulumi config set apphosting:operations read,/,
      );
      const inRefresh = createGet(settings, resource);
      expect((await inRefresh.get.read("id-1", nulls)).props).to.deep.equal(nulls);
      expect(inRefresh.lines.join()).to.match(/^warning: nothing was read, because .* Run `pulumi up` without/);
    });

    for (const [what, response, says] of [
      ["404", createRefusal(404, "Not found."), /status 404: Not found\.\n.*knows no "id-1"/],
      ["a response with another id", { body: { data: { id: "id-2" } } }, /the id "id-2" in place of "id-1"/],
      ["a response of another type", { body: { data: { id: "id-1", type: "x" } } }, /the type "x" in place of/],
      ["a response without an id", { body: { data: {} } }, /got a response with no id/],
    ] as const) {
      it(`${className}.get: ${what} is an error that names the id; a refresh says whose settings it used`, async () => {
        const { message } = await catchError(createGet(reading, resource, response).get.read("id-1", address));
        expect(message)
          .to.match(says)
          .and.match(new RegExp(`^${className} id-1: read `))
          .and.not.include("--run-program");
        const refreshed = await catchError(createGet(reading, resource, response).get.read("id-1", nulls));
        expect(refreshed.message).to.match(says).and.include("--run-program");
      });
    }
  });
}

it("Environment.get: takes the applicationId of its state for that output", async () => {
  const { get } = createGet(reading, environment);
  expect((await get.read("id-1", { existingId: "id-1", applicationId: "app-1" })).props).to.include({
    applicationId: "app-1",
  });
});

it("get: what a program reads is not deleted under another name in this run; what only a refresh has read is", async () => {
  const state = { ...environment.nulls, ...environment.required };
  for (const [properties, methods] of [
    [{ existingId: "id-1" }, ["GET"]],
    [state, ["GET", "DELETE"]],
  ] as const) {
    const { get, session, requests } = createGet({ operations: "read,delete" }, environment);
    await get.read("id-1", properties);
    await createDynamicProvider(environment.definition, session).delete("id-1", state);
    expect(requests.map(({ method }) => method)).to.deep.equal(methods);
  }
});
