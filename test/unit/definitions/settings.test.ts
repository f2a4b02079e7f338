import { expect } from "chai";
import * as fc from "fast-check";
import { parseOperations } from "../../../provider/definitions/settings.js";

for (const [what, setting, operations] of [
  ["comma-separated names", "read,update,delete", ["read", "update", "delete"]],
  ["comma-separated names with spaces", " read , delete,update ", ["read", "delete", "update"]],
  ["a JSON list", '["read", "update"]', ["read", "update"]],
  ["a list", ["delete"], ["delete"]],
  ["an empty list", [], []],
  ["an empty JSON list", "[]", []],
] as const) {
  it(`apphosting:operations: accepts ${what}`, () => expect(parseOperations(setting)).to.deep.equal({ operations }));
}

const refuse = (found: string) =>
  `must be a list of any of read, update, and delete${found}. Run \`pulumi config set apphosting:operations read,update,delete\`, or set the operations of an explicit Provider`;

for (const [what, setting, mistake] of [
  ["an unknown name", "read, remove", refuse("")],
  ["an unknown name in a list", ["reed"], refuse("")],
  ["a number in a list", [7], refuse("")],
  ["a nested list that can't be converted to text", [[{ toString: 0 }]], refuse("")],
  ["methods and paths", { Environment: "GET, DELETE /environments/{id}" }, refuse("")],
  ["an empty object", {}, refuse("")],
] as const) {
  it(`apphosting:operations: rejects ${what} and shows the command`, () => {
    expect(parseOperations(setting)).to.deep.equal({ mistake });
  });
}

it("apphosting:operations: either accepts or rejects any value, without throwing", () => {
  const word = fc.constantFrom("read", "update", "delete", "GET", "[", '"', "{", ",", " ", "/{id}");
  const setting = fc.oneof(
    fc.array(word).map((words) => words.join("")),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(setting, (value) => {
      const { operations, mistake } = parseOperations(value);
      expect(operations === undefined, JSON.stringify(value)).to.equal(mistake !== undefined);
    }),
  );
});
