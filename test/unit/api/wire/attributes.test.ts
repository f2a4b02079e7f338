import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { parseResponse } from "../../../../provider/api/wire/responses.js";
import { cache, environment } from "../../documented-resources.js";

const resource = { id: "env-9", slug: "s", status: "deploying" };
for (const [what, body] of [
  ["an envelope, beside data with attributes", { ...resource, data: { id: "env-9", attributes: {} } }],
  ["an envelope, beside data with an id alone", { status: "ok", data: { id: "env-9" } }],
  ["an envelope, beside data that is null", { ...resource, data: null }],
  ["an envelope without an id", { status: "ok" }],
  ["data without an id", { data: { status: "ok" } }],
  ["a resource with an empty list of attributes", { ...resource, attributes: [] }],
  ["a resource with attributes of another type", { ...resource, attributes: 7 }],
] as const) {
  it(`Response: a member of ${what} is no attribute`, () => {
    expect(parseResponse(environment.definition, body as Json).values).to.deep.equal({});
  });
}

it("Response: the type of data is that of the class, and else an attribute may have this name", () => {
  const { values } = parseResponse(cache.definition, { data: { id: "cache-1", type: "caches", status: "ready" } });
  expect(values).to.deep.equal({ status: "ready" });
  const bare = parseResponse(cache.definition, { id: "cache-1", type: "vendor_redis", status: "ready" });
  expect(bare.values).to.deep.equal({ type: "vendor_redis", status: "ready" });
  expect(bare.type).to.equal(undefined);
});

it("Response: the type of a flat body counts where the class has no attribute of this name", () => {
  expect(parseResponse(environment.definition, { id: "41", type: "jobs" }).type).to.equal("jobs");
});
