import { expect } from "chai";
import * as fc from "fast-check";
import { parseOperations } from "../../../provider/definitions/settings.js";

for (const [what, setting, operations] of [
  ["names with commas", "read,update,delete", ["read", "update", "delete"]],
  ["names with commas", " read , delete,update ", ["read", "delete", "update"]],
  ["the JSON of a list", '["read", "update"]', ["read", "update"]],
  ["a list", ["delete"], ["delete"]],
  ["an empty list", [], []],
  ["the JSON of an empty list", "[]", []],
] as const) {
  it(`apphosting:operations takes ${what}`, () => expect(parseOperations(setting)).to.deep.equal({ operations }));
}

const refuse = (found: string) =>
  `must be a list of any of read, update, and delete${found}. Run \`pulumi config set apphosting:operations read,update,delete\`, or set the operations of an explicit Provider`;

for (const [what, setting, mistake] of [
  ["an unknown name", "read, remove", refuse("")],
  ["an unknown name in a list", ["reed"], refuse("")],
  ["a number in a list", [7], refuse("")],
  ["what cannot be a text, in lists", [[{ toString: 0 }]], refuse("")],
  ["methods and paths", { Environment: "GET, DELETE /environments/{id}" }, refuse("")],
  ["an object", {}, refuse("")],
] as const) {
  it(`apphosting:operations refuses ${what}, with the command`, () => {
    expect(parseOperations(setting)).to.deep.equal({ mistake });
  });
}

it("apphosting:operations: whatever is set, it is taken or has a mistake, and nothing is thrown", () => {
  const word = fc.constantFrom("read", "update", "delete", "GET", "[", '"', "{", ",", " ", "/{id}");
  const setting = fc.oneof(
    fc.array(word).map((words) => words.join("")),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(setting, (value) => {
      const { operations, mistake } = parseOperations(value);
      expect(operations === undefined).to.equal(mistake !== undefined);
    }),
  );
});
