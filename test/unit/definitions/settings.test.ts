/** `apphosting:operations`: which forms it takes, and what it says of the rest. The program and the host use the same. */

import { expect } from "chai";
import * as fc from "fast-check";
import { parseOperations } from "../../../provider/definitions/settings.js";

for (const [what, setting, words] of [
  ["words with commas", "read,update,delete", ["read", "update", "delete"]],
  ["words with spaces and line breaks", " read , delete\nupdate ", ["read", "delete", "update"]],
  ["the JSON of a list", '["read", "update"]', ["read", "update"]],
  ["a list", ["delete"], ["delete"]],
  ["an empty list", [], []],
  ["the JSON of an empty list", "[]", []],
] as const) {
  it(`apphosting:operations takes ${what}`, () => expect(parseOperations(setting)).to.deep.equal({ words }));
}

const run = (words: string) =>
  `Run \`pulumi config set apphosting:operations ${words}\`, or set the operations of an explicit Provider`;
const earlier = (words: string) =>
  `must be a list of read, update and delete: methods and addresses, as in 0.4.0, are no form of it any more. The addresses are /applications/{id}, /environments/{id} and /caches/{id}. ${run(words)}`;
const unknown = (word: string) =>
  `must be a list of read, update and delete, and not "${word}". ${run("read,update,delete")}`;

for (const [what, setting, problem] of [
  ["an unknown word", "read, remove", unknown("remove")],
  ["an unknown word in a list", ["reed"], unknown("reed")],
  ["what is no text, in a list", [7], unknown("7")],
  ["the form of 0.4.0", { Environment: "GET, DELETE /environments/{id}" }, earlier("read,delete")],
  [
    "the form of 0.4.0 as JSON",
    '{"Cache": "GET /caches/{id}", "Application": "PATCH /a/{id}"}',
    earlier("read,update"),
  ],
  ["the form of 0.4.0 without a class", "GET, PATCH /applications/{id}", earlier("read,update")],
  ["an object without a method", {}, earlier("read,update,delete")],
] as const) {
  it(`apphosting:operations refuses ${what}, with the command`, () => {
    expect(parseOperations(setting)).to.deep.equal({ problem });
  });
}

it("apphosting:operations: whatever is set, it is taken or has a problem, and nothing is thrown", () => {
  const word = fc.constantFrom("read", "update", "delete", "GET", "[", '"', "{", ",", " ", "/{id}");
  const setting = fc.oneof(
    fc.array(word).map((words) => words.join("")),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(setting, (value) => {
      const { words, problem } = parseOperations(value);
      expect(words === undefined).to.equal(problem !== undefined);
    }),
  );
});
