/** The id that `Location` names, and what of a 2xx is a refusal. What else a response tells is tested with the client. */

import { expect } from "chai";
import { findLocationId, interpretResponse } from "../../../../provider/api/http/attempt.js";

const url = "https://api.example.com/v1/applications/a%2Fb/environments";
for (const [location, id] of [
  ["https://api.example.com/v1/applications/a%2Fb/environments/env-5", "env-5"],
  ["http://inside:8080/v1/applications/a%2Fb/environments/env-5?x=1#y", "env-5"],
  ["/v1/applications/a%2Fb/environments/env-5", "env-5"],
  ["/v1/applications/a%2Fb/environments/env-5/", "env-5"],
  ["environments/env-5", "env-5"],
  ["./environments/a%2Fb%20c", "a/b c"],
  ["environments/%zz", undefined],
  ["/applications/a%2Fb/environments/env-5", undefined],
  ["/v1/environments/env-5", undefined],
  ["/v1/jobs/job-7", undefined],
  ["/v1/applications/a%2Fb/environments", undefined],
  ["/v1/applications/a%2Fb/environments/", undefined],
  ["/v1/applications/a%2Fb/environments/env-5/deployments/7", undefined],
  ["https://", undefined],
  ["", undefined],
  [undefined, undefined],
] as const) {
  it(`Location ${location}: ${id === undefined ? "names no id" : `names the id ${id}`}`, () =>
    expect(findLocationId(location, url)).to.equal(id));
}

for (const [body, message] of [
  [{ errors: { name: ["is taken"] } }, undefined],
  [{ errors: { name: ["is taken"] }, data: [], message: "Refused." }, "Refused."],
  [{ errors: [{ detail: "The name is taken." }], data: {} }, "The name is taken."],
  [{ errors: "The name is taken.", data: "" }, "The name is taken."],
] as const) {
  it(`2xx with ${JSON.stringify(body)}: a refusal`, () => {
    const result = interpretResponse(200, JSON.stringify(body));
    expect(result).to.have.nested.property("failure.message", message);
    expect(result).to.have.property("outcome", "no effect");
  });
}

for (const body of [
  { errors: {} },
  { errors: [] },
  { errors: { name: ["?"] }, data: { id: "app-1" } },
  { errors: "?", id: 7 },
]) {
  it(`2xx with ${JSON.stringify(body)}: a success`, () =>
    expect(interpretResponse(200, JSON.stringify(body))).to.deep.equal({ body }));
}
