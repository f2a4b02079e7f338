import { expect } from "chai";
import { isNotFound, namesRoute } from "../../../../provider/api/http/errors.js";

const request = {
  action: "delete environment",
  method: "DELETE",
  path: "/environments/env%209?include=a",
} as const;

for (const [message, isRoute] of [
  ["Cannot DELETE /environments/env%209", true],
  ["Route DELETE:/environments/env%209 not found", true],
  ["The route environments/env 9 could not be found.", true],
  ["Nothing at environments/env%209", true],
  ["No handler found for DELETE /v2/env/9", true],
  ["No environment has the id env 9.", false],
  ["It can't be deleted, because there is none.", false],
] as const) {
  it(`Message "${message}": ${isRoute ? "names" : "doesn't name"} the path or the method`, () => {
    expect(namesRoute(message, request)).to.equal(isRoute);
  });
}

it("Failure of a 404 with a broken body: doesn't count as not found", () => {
  expect(
    isNotFound({ kind: "connection", detail: "ECONNRESET", address: "api", connected: true, status: 404 }),
  ).to.equal(false);
});
