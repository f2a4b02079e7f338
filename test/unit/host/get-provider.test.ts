/** How the host reads a `get`. What a program passes to it is in test/unit/resources. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/rows/json.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { environment, resources } from "../documented-resources.js";
import { catchError, createGet, createRefusal, listSent, type Response, type Settings } from "../host-fixture.js";

const reading: Settings = { operations: "read" };
const ofLastRun = "use the settings of the program's last run";

for (const resource of resources) {
  const { documented, nulls, table } = resource;
  const { className, path, idArgument, create } = table;
  const address = { [idArgument]: "id-1" };
  const adopted = create === "PATCH" ? address : {};

  it(`${className}.get: outputs are the response's or null, and nothing is kept of an earlier read`, async () => {
    const paths = Object.values(documented.arguments).map(({ attribute }) => `data.attributes.${attribute}`);
    const returned = listResponseValues(documented).filter(([at]) => paths.includes(String(at)));
    const { body, outputs } = buildResponse(returned);
    const { attributes } = body.data as { attributes: JsonObject };
    const settings = { ...reading, include: { [className]: ["x"] } };
    const { get, lines, requests } = createGet(settings, resource, { attributes });
    const { props = {} } = await get.read("id-1", { __provider: "x", ...address, size: "of a transformation" });
    expect(props).to.deep.equal({ ...nulls, ...outputs, ...adopted });
    expect(listSent(requests)).to.deep.equal([`GET ${path}/id-1?include=x`]);
    expect(lines).to.deep.equal([]);
    const again = createGet(reading, resource);
    expect((await again.get.read("id-1", props)).props).to.deep.equal({ ...nulls, ...adopted });
  });

  it(`${className}.get without read named: the error has the command that enables it`, async () => {
    const { message } = await catchError(createGet({}, resource).get.read("id-1", address));
    expect(message).to.equal(
      `${className} id-1: \`get\` can't read it, because the API documents no read. If your API supports it, run ` +
        "`pulumi config set apphosting:operations read`, or add it to the operations of its explicit Provider.",
    );
  });

  it(`${className}.get: the check fails if a transformation has dropped the id`, async () => {
    const { get } = createGet(reading, resource);
    const { failures = [] } = await get.check({}, resource.valid);
    expect(failures.map(({ reason }) => reason)).to.deep.equal([
      `a transformation dropped the id of ${className}.get from the options. Return the options it received, with your changes`,
    ]);
  });

  for (const [what, response, says] of [
    ["a response with another id", { body: { data: { id: "id-2" } } }, /the id "id-2" instead of "id-1"/],
    ["a 503", createRefusal(503), / failed with status 503/],
  ] as readonly (readonly [string, Response, RegExp])[]) {
    it(`${className}.get: ${what} is an error, in a program and in a refresh`, async () => {
      const begins = new RegExp(`^${className} id-1: read ${table.noun} \\(GET ${path}/id-1\\) `);
      const { message } = await catchError(createGet(reading, resource, response).get.read("id-1", address));
      expect(message).to.match(says).and.match(begins).and.not.include(ofLastRun);
      const refreshed = await catchError(createGet(reading, resource, response).get.read("id-1", nulls));
      expect(refreshed.message).to.match(says).and.include(ofLastRun);
    });
  }

  it(`${className}.get of a resource that is gone: an error in a program, and a warning in a refresh`, async () => {
    const { get, lines } = createGet(reading, resource, createRefusal(404, "Not found."));
    const { message } = await catchError(get.read("id-1", address));
    expect(message).to.match(/status 404: Not found\.\n.*doesn't know "id-1"/);
    const outputs: JsonObject = { ...nulls, name: "kept" };
    const { id, props } = await get.read("id-1", outputs);
    expect({ id, props }).to.deep.equal({ id: "id-1", props: outputs });
    expect(lines.join()).to.match(new RegExp(`^warning: ${className}.* \\(?id-1\\)? stays in the state, but the API `));
  });
}

const ofApp1 = { relationships: { application: { data: { type: "applications", id: "app-1" } } } };
for (const [what, data, applicationId] of [
  ["the response has one: it", ofApp1, "app-1"],
  ["the response has none: the program's", {}, "app-9"],
] as const) {
  it(`Environment.get, applicationId if ${what}`, async () => {
    const { get } = createGet(reading, environment, { body: { data: { id: "env-1", ...data } } });
    expect((await get.read("env-1", { applicationId: "app-9" })).props).to.include({ applicationId });
  });
}
