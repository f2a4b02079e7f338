/** What a response comes to, whatever it looks like. */

import { expect } from "chai";
import { answerOf } from "../../provider/api/answer.js";

describe("A response", () => {
  it("of any 2xx is a success, with JSON also after a byte order mark, or without a body", () => {
    for (const status of [200, 201, 226, 299]) {
      expect(answerOf(status, '\ufeff{"data": {"id": "1"}}')).to.deep.equal({ body: { data: { id: "1" } } });
      for (const empty of ["", " \r\n"]) expect(answerOf(status, empty)).to.deep.equal({ body: undefined });
    }
  });

  for (const [text, detail] of [
    ["<!doctype html><title>Sign in</title>", "HTML instead of JSON"],
    ["\n <html>", "HTML instead of JSON"],
    ['{"data": {"id": "1"', "broken JSON"],
    ["OK <br>", "broken JSON"],
  ] as const) {
    it(`of 2xx that is no JSON can stand for something done: ${JSON.stringify(text)}`, () => {
      const failure = { kind: "unreadable", status: 201, detail };
      expect(answerOf(201, text)).to.deep.equal({ failure, effect: "unknown" });
    });
  }

  const message = "It cannot be done.";
  const errors = { name: ["Too long.", "Taken."], size: ["Unknown."] };
  for (const [effect, statuses] of [
    ["none", [300, 301, 307, 308, 400, 401, 403, 404, 409, 422, 429]],
    // "See elsewhere" often stands for something done.
    ["unknown", [302, 303, 408, 500, 503, 599]],
  ] as const) {
    it(`of another status is a failure, with its messages; the effect of ${statuses} is ${effect}`, () => {
      for (const status of statuses) {
        const failure = { kind: "status", status, message, fields: errors };
        expect(answerOf(status, JSON.stringify({ message, errors }))).to.deep.equal({ failure, effect });
      }
    });
  }

  const list = [{ detail: " One. " }, "Two.", null, { detail: ["Three."] }, { title: "Four." }, { detail: "Five." }];
  const refusals: readonly [body: unknown, message?: string | undefined, fields?: object][] = [
    [""],
    ["<html>"],
    ["null"],
    [{ message: 5, errors: [] }],
    [{ message: " a \n" }, "a"],
    [{ message: " ", errors: list }, "One. Five."],
    [{ message: "No.", errors: list }, "No. One. Five."],
    [
      { errors: { name: "One.", size: ["Two.", 3], region: null } },
      undefined,
      { name: ["One."], size: ["Two."], region: [] },
    ],
  ];
  for (const [body, message, fields = {}] of refusals) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    it(`of another status has the body ${text || "of no characters"}`, () => {
      expect(answerOf(422, text)).to.have.deep.property("failure", { kind: "status", status: 422, message, fields });
    });
  }
});
