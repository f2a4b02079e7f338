/** What a 404 is about: the resource that the path names, or the path itself. */

import { expect } from "chai";
import { type FailedAttempt, interpretResponse } from "../../../../provider/api/http/attempt.js";
import { describeFailure, isNotFound } from "../../../../provider/api/http/errors.js";
import type { Method } from "../../../../provider/definitions/operation.js";

/** Whether a 404 with this body says that the resource does not exist. */
function saysNotFound(body: unknown, method: Method = "DELETE", path = "/environments/env%209?include=branch") {
  const { failure } = interpretResponse(404, JSON.stringify(body)) as FailedAttempt;
  return isNotFound(failure, { action: "delete environment", method, path });
}

const routers: Readonly<Record<string, unknown>> = {
  "Express and Nest": { statusCode: 404, message: "Cannot DELETE /environments/env%209", error: "Not Found" },
  "Express behind a gateway that rewrites paths": { message: "Cannot DELETE /v2/env/9" },
  Fastify: { message: "Route DELETE:/environments/env%209 not found", error: "Not Found", statusCode: 404 },
  Kong: { message: "no Route matched with those values", request_id: "9" },
  "Amazon's API Gateway": { message: "Not Found" },
  "Azure's API Management": { statusCode: 404, message: "Resource not found" },
  "Spring 3": { status: 404, error: "Not Found", message: "No static resource environments/env 9.", path: "/x" },
  "Spring 2": { status: 404, error: "Not Found", message: "", path: "/environments/env 9" },
  "Spring's handlers": { message: "No handler found for DELETE /environments/env%209" },
  Symfony: { message: 'No route found for "DELETE https://api.example.com/environments/env%209"' },
  Laravel: { message: "The route environments/env 9 could not be found." },
  "a router that leaves the method out": { message: "Nothing at environments/env%209" },
  "a router that decodes the path": { message: "Nothing at environments/env 9" },
  "Laravel below a prefix": { message: "The route api/envs/9 could not be found." },
};
for (const [router, body] of Object.entries(routers)) {
  it(`404 of ${router}: about the path, so nobody knows whether the resource exists`, () => {
    expect(saysNotFound(body)).to.equal(false);
  });
}

it("404 of a router to a GET: about the path", () => {
  expect(saysNotFound({ message: "Cannot GET /caches/1" }, "GET", "/caches/1")).to.equal(false);
});

for (const message of [
  "No environment has the id env 9.",
  "There is no environment env%209.",
  "Not found.",
  "Environment not found",
  "No query results for model [App\\Models\\Environment] env 9",
  "The environment was deleted; get another one.",
]) {
  it(`404 of the API itself: about the resource: "${message}"`, () => expect(saysNotFound({ message })).to.equal(true));
}

it("404 whose body broke off: about nothing", () => {
  const failure = { kind: "connection", detail: "ECONNRESET", address: "api", connected: true, status: 404 } as const;
  expect(isNotFound(failure, { action: "read cache", method: "GET", path: "/caches/1" })).to.equal(false);
});

it("Retry-After in words: minutes up to two hours, then hours", () => {
  const failure = { kind: "status", status: 503, message: undefined, fields: {} } as const;
  const describe = (retryAfter: number) => describeFailure({ ...failure, retryAfter }).split(" again in ")[1];
  const minute = 60_000;
  expect([minute, 120 * minute, 121 * minute].map(describe)).to.deep.equal(["a minute", "120 minutes", "3 hours"]);
});

it("404 without `message`: no sentence of a gateway counts, which does not know whether a resource exists", () => {
  for (const body of [
    { title: "Not Found" },
    { error: "Not Found" },
    { detail: "Not Found" },
    { error: { message: "No." } },
  ]) {
    expect(saysNotFound(body)).to.equal(false);
  }
});
