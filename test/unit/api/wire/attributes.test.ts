import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { parseResponse } from "../../../../provider/api/wire/responses.js";
import { cache, environment } from "../../documented-resources.js";

const resource = { id: "env-9", slug: "s", status: "deploying" };
for (const [what, body] of [
  ["an envelope around data with attributes", { ...resource, data: { id: "env-9", attributes: {} } }],
  ["an envelope around data with only an id", { status: "ok", data: { id: "env-9" } }],
  ["an envelope around null data", { ...resource, data: null }],
  ["an envelope without an id", { status: "ok" }],
  ["data without an id", { data: { status: "ok" } }],
  ["a resource whose attributes are an empty list", { ...resource, attributes: [] }],
  ["a resource whose attributes are a number", { ...resource, attributes: 7 }],
] as const) {
  it(`Response: reads no attributes from ${what}`, () => {
    expect(parseResponse(environment.definition, body as Json).values).to.deep.equal({});
  });
}

it("Response: type is the resource type inside data, and an attribute of Cache without it", () => {
  const { values } = parseResponse(cache.definition, { data: { id: "cache-1", type: "caches", status: "ready" } });
  expect(values).to.deep.equal({ status: "ready" });
  const bare = parseResponse(cache.definition, { id: "cache-1", type: "vendor_redis", status: "ready" });
  expect(bare.values).to.deep.equal({ type: "vendor_redis", status: "ready" });
  expect(bare.type).to.equal(undefined);
});

it("Response: reads the type of a flat body if the class has no attribute with this name", () => {
  expect(parseResponse(environment.definition, { id: "41", type: "jobs" }).type).to.equal("jobs");
});
