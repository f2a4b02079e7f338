/** Which 2xx has errors. What else a response tells is tested with the client. */

import { expect } from "chai";
import { interpretResponse } from "../../../../provider/api/http/attempt.js";

for (const [body, message, fields = {}] of [
  [{ errors: { name: ["is taken"] } }, undefined, { name: ["is taken"] }],
  [{ errors: { name: ["is taken"] }, data: [], message: "Refused." }, "Refused.", { name: ["is taken"] }],
  [{ errors: [{ detail: "The name is taken." }], data: {} }, "The name is taken."],
  [{ data: null, errors: [{ message: "One." }, "Two."] }, "One. Two."],
  [{ errors: "The name is taken.", data: "" }, "The name is taken."],
  [{ errors: ["No."], data: { type: "environments" } }, "No."],
  [{ error: "Plan limit reached" }, "Plan limit reached"],
  [{ error: { message: "Plan limit reached", code: 7 } }, "Plan limit reached"],
  [{ error: ["Plan limit", "reached"] }, "Plan limit reached"],
  [{ error: true, message: "Plan limit reached" }, "Plan limit reached"],
  [{ errors: ["Deprecated."], data: { id: "1" } }, "Deprecated."],
] as const) {
  it(`2xx with ${JSON.stringify(body)}: has errors with the API's words, which count where nothing names the resource`, () => {
    const errors = { kind: "status", status: 200, message, fields };
    expect(interpretResponse(200, JSON.stringify(body))).to.deep.equal({ body, errors });
  });
}

for (const value of [false, null, "", " \n", [], {}, 0]) {
  for (const name of ["error", "errors"]) {
    it(`2xx with ${JSON.stringify(value)} as ${name}: has no errors`, () => {
      const body = { [name]: value, message: "Done." };
      expect(interpretResponse(200, JSON.stringify(body))).to.deep.equal({ body });
    });
  }
}
