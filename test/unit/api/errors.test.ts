import { expect } from "chai";
import { type Failure, type Method, readResult } from "../../../provider/api/errors.js";

function readFailure(method: Method, status: number, body: unknown): Failure {
  const result = readResult(method, status, typeof body === "string" ? body : JSON.stringify(body));
  return "failure" in result ? result.failure : expect.fail(`a ${status} counts as a success`);
}

for (const [what, text, body] of [
  ["without a body", "", undefined],
  ["with a blank body", " \r\n", undefined],
  ["with JSON", '{"data": {"id": "1"}}', { data: { id: "1" } }],
  ["with JSON after a byte order mark", '\ufeff{"id": 1}', { id: 1 }],
] as const) {
  it(`Response 200 and 299 ${what}: succeeds`, () => {
    expect([200, 299].map((status) => readResult("POST", status, text))).to.deep.equal([{ body }, { body }]);
  });
}

for (const [text, detail] of [
  ["<!doctype html><title>Sign in</title>", "HTML instead of JSON"],
  ["\n <html>", "HTML instead of JSON"],
  ['{"data": {"id": "1"', "broken JSON"],
] as const) {
  it(`Response 201 ${JSON.stringify(text)}: is unreadable, with an unknown outcome`, () => {
    const { happened, outcome, nextStep = "", isTransient } = readFailure("POST", 201, text);
    expect(happened).to.equal(`got an unreadable response with status 201: ${detail}`);
    expect([outcome, isTransient]).to.deep.equal(["unknown", undefined]);
    expect(nextStep.includes("apphosting:baseUrl")).to.equal(detail.startsWith("HTML"));
  });
}

it("Response 200 to a DELETE: succeeds with any text except HTML", () => {
  expect(readResult("DELETE", 200, "Deleted.")).to.deep.equal({ body: undefined });
  expect(readFailure("DELETE", 200, "<html>").outcome).to.equal("unknown");
});

for (const body of [
  { errors: { name: ["is taken"] } },
  { errors: [{ detail: "No." }], id: "1" },
  { error: "Plan limit reached", id: "1" },
  { error: { code: 7 }, data: { id: "1" } },
]) {
  it(`Response 200 with ${JSON.stringify(body)}: fails, of unknown outcome`, () => {
    const failures = (["POST", "PATCH", "DELETE"] as const).map((method) => readFailure(method, 200, body));
    expect(failures.map(({ outcome }) => outcome)).to.deep.equal(["unknown", "unknown", "unknown"]);
    expect(failures[0]).to.deep.include({ happened: "got a response with status 200 and errors", status: 200, body });
  });
}

for (const value of [false, null, "", " \n", "0", "false", 0, [], {}, { name: [] }, { name: {}, size: null }]) {
  it(`Response 200 with ${JSON.stringify(value)} as error or errors: succeeds`, () => {
    const bodies = [{ error: value }, { errors: value }];
    const results = bodies.map((body) => readResult("POST", 200, JSON.stringify(body)));
    expect(results).to.deep.equal(bodies.map((body) => ({ body })));
  });
}

for (const [outcome, isTransient, statuses] of [
  ["no effect", false, [199, 300, 307, 400, 401, 404, 409, 413, 422, 423, 425]],
  // 302 and 303 often follow a success.
  ["unknown", false, [302, 303, 501, 505, 507, 519, 525, 599]],
  ["unknown", true, [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]],
] as const) {
  it(`Response ${statuses}: ${outcome}, ${isTransient ? "" : "not "}transient`, () => {
    const failures = statuses.map((status) => readFailure("POST", status, ""));
    const facts = failures.map((one) => [one.happened, one.outcome, one.isTransient]);
    expect(facts).to.deep.equal(statuses.map((status) => [`failed with status ${status}`, outcome, isTransient]));
  });
}

for (const status of [409, 423, 425]) {
  it(`Response ${status}: transient with a Retry-After, even of 0`, () => {
    const results = ["0", "soon", undefined].map((header) => readResult("POST", status, "", header));
    const expected = [true, true, false].map((isTransient) => ({ outcome: "no effect", isTransient }));
    expect(results.map((one) => "failure" in one && one.failure)).to.containSubset(expected);
  });
}

it("Response with a Retry-After above a minute: says when the API accepts requests again", () => {
  const happened = ["60", "61", "600"].map((header) => {
    const result = readResult("GET", 503, "", header);
    return "failure" in result && result.failure.happened.replace("failed with status 503", "");
  });
  const again = "; the API accepts requests again in";
  expect(happened).to.deep.equal(["", `${again} 2 min`, `${again} 10 min`]);
});

it("Failed response with the documented body: has the API's message and those of fields", () => {
  const body = {
    message: " It can't be done. \n",
    errors: { name: ["Too long.", "Taken."], size: "Unknown.", region: null, branch: [{ code: 5 }] },
  };
  expect(readFailure("POST", 422, body)).to.deep.equal({
    happened: "failed with status 422",
    outcome: "no effect",
    status: 422,
    isTransient: false,
    retryAfter: 0,
    message: "It can't be done.",
    fields: { name: ["Too long.", "Taken."], size: ["Unknown."], region: [], branch: [`{"code":5}`] },
    otherText: "",
    body,
  });
});

const data = { attributes: { connection: { password: "hunter22" } } };
for (const [what, body, message, otherText] of [
  ["an empty body", ""],
  ["only a message", { message: "No." }, "No."],
  ["only fields", { errors: { title: ["One."] } }],
  ["HTML", "<html>\n<title>502</title>\n", undefined, "<html>\n<title>502</title>"],
  ["plain text", "\nNo.\n", undefined, "No."],
  ["a list of errors", { errors: [{ detail: "No." }] }, undefined, "whole"],
  ["a blank message", { message: " ", status: 403 }, undefined, "whole"],
  ["a message and a list of errors", { message: "Invalid.", errors: ["No."] }, "Invalid.", '["No."]'],
  // The data may have a password.
  ["data and errors", { data, errors: ["No."] }, undefined, '["No."]'],
  ["included resources and errors", { included: [data], errors: ["No."] }, undefined, '["No."]'],
  ["attributes and an error", { ...data, error: "Plan limit reached" }, undefined, "Plan limit reached"],
  ["data alone", { data }],
] as const) {
  it(`Failed response with ${what}: quotes ${otherText ? "its text" : "nothing but the documented message"}`, () => {
    const failure = readFailure("POST", 422, body);
    const quoted = otherText === "whole" ? JSON.stringify(body) : otherText;
    expect([failure.message || undefined, failure.otherText || undefined]).to.deep.equal([message, quoted]);
  });
}

it("Failed response nested 50,000 times: is a failure as any other", () => {
  const body = `{"errors":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  expect(readFailure("POST", 422, body)).to.include({ happened: "failed with status 422", outcome: "no effect" });
});
