import { expect } from "chai";
import { type FailedAttempt, interpretResponse } from "../../../../provider/api/http/attempt.js";
import type { StatusFailure } from "../../../../provider/api/http/errors.js";
import type { Method } from "../../../../provider/definitions/operation.js";

function readFailure(body: unknown): StatusFailure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (interpretResponse("POST", 422, text) as FailedAttempt).failure as StatusFailure;
}

it("Response 2xx: succeeds without a body, or with JSON after a byte order mark", () => {
  for (const status of [200, 201, 226, 299]) {
    const result = interpretResponse("POST", status, '\ufeff{"data": {"id": "1"}}');
    expect(result).to.deep.equal({ body: { data: { id: "1" } } });
    for (const empty of ["", " \r\n"])
      expect(interpretResponse("GET", status, empty)).to.deep.equal({ body: undefined });
  }
});

for (const [text, detail] of [
  ["<!doctype html><title>Sign in</title>", "HTML instead of JSON"],
  ["\n <html>", "HTML instead of JSON"],
  ['{"data": {"id": "1"', "broken JSON"],
  ["OK <br>", "broken JSON"],
] as const) {
  it(`Response 2xx ${JSON.stringify(text)}: is unreadable for a POST, and for a DELETE if HTML`, () => {
    const unreadable = { failure: { kind: "unreadable", status: 201, detail }, outcome: "unknown" };
    expect(interpretResponse("POST", 201, text)).to.deep.equal(unreadable);
    const isText = detail === "broken JSON";
    expect(interpretResponse("DELETE", 201, text)).to.deep.equal(isText ? { body: undefined } : unreadable);
  });
}

for (const body of [
  { errors: { name: ["is taken"] } },
  { errors: "No.", data: { id: "1" } },
  { errors: [{ detail: "No." }], id: "1" },
  { error: "Plan limit reached", id: "1" },
  { error: { code: 7 }, data: { id: "1" } },
  { error: true, id: 1 },
  { error: 7 },
]) {
  it(`Response 2xx with ${JSON.stringify(body)}: fails, outcome unknown except for DELETE`, () => {
    for (const [method, outcome] of Object.entries({ POST: "unknown", PATCH: "unknown", DELETE: "no effect" })) {
      const result = interpretResponse(method as Method, 200, JSON.stringify(body)) as FailedAttempt;
      expect(result.failure).to.include({ kind: "status", status: 200 });
      expect(result.outcome, method).to.equal(outcome);
    }
  });
}

for (const value of [false, null, "", " \n", "0", 0, [], {}]) {
  it(`Response 2xx with ${JSON.stringify(value)} as error or errors: succeeds`, () => {
    for (const name of ["error", "errors"]) {
      const body = { [name]: value, message: "Done." };
      expect(interpretResponse("POST", 200, JSON.stringify(body))).to.deep.equal({ body });
    }
  });
}

for (const [outcome, statuses] of [
  ["no effect", [199, 300, 301, 307, 308, 400, 401, 403, 404, 409, 422, 429]],
  // 302 and 303 often follow a success.
  ["unknown", [302, 303, 408, 500, 503, 520, 524, 599]],
] as const) {
  it(`Response ${statuses}: has outcome "${outcome}" and messages`, () => {
    const errors = { name: ["Too long.", "Taken."], size: "Unknown.", region: null };
    const body = { message: " It can't be done. \n", errors };
    for (const status of statuses) {
      expect(interpretResponse("POST", status, JSON.stringify(body))).to.deep.equal({
        failure: {
          kind: "status",
          status,
          message: "It can't be done.",
          fields: { name: ["Too long.", "Taken."], size: ["Unknown."], region: [] },
          otherText: undefined,
          body,
        },
        outcome,
      });
    }
  });
}

for (const [what, body, message] of [
  ["an empty body", ""],
  ["null", "null"],
  ["an empty object", {}],
  ["only a message", { message: "No." }, "No."],
  ["only fields", { errors: { title: ["One."] } }],
] as const) {
  it(`Failed response with ${what}: has no text other than the documented one`, () => {
    const failure = readFailure(body);
    expect([failure.message, failure.otherText]).to.deep.equal([message, undefined]);
  });
}

for (const [what, body] of [
  ["HTML", "<html>\n<title>502</title>"],
  ["text between line breaks", "\nNo.\n"],
  ["FastAPI's details", { detail: [{ loc: ["body", "branch"], msg: "It doesn't exist." }] }],
  ["fields outside of errors", { branch: ["It doesn't exist."] }],
  ["a list of errors", { errors: [{ detail: "No.", source: { pointer: "/data/attributes/branch" } }] }],
  ["RFC 9457 problem details", { title: "Invalid", "invalid-params": [{ name: "branch" }] }],
  ["an error object", { error: { message: "No.", details: [{ field: "branch" }] } }],
  ["an empty message", { message: " ", status: 403 }],
] as const) {
  it(`Failed response with ${what}: shows its text`, () => {
    const failure = readFailure(body);
    expect(failure.message).to.equal(undefined);
    expect(failure.otherText).to.equal(typeof body === "string" ? body.trim() : JSON.stringify(body));
  });
}

it("Failed response with a message and a list of errors: shows both", () => {
  const failure = readFailure({ message: "Invalid.", errors: ["No."] });
  expect([failure.message, failure.otherText]).to.deep.equal(["Invalid.", '["No."]']);
});

it("Failed response with data: shows only its errors, because the data may have a password", () => {
  const data = { attributes: { connection: { password: "hunter22" } } };
  expect(readFailure({ data, errors: ["No."] }).otherText).to.equal('["No."]');
  expect(readFailure({ data, error: { code: 7 } }).otherText).to.equal('{"code":7}');
  expect(readFailure({ id: "1", ...data, error: "Plan limit reached" }).otherText).to.equal("Plan limit reached");
  expect(readFailure({ data }).otherText).to.equal(undefined);
});
