/** The rules for one argument, as a table. */

import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { type Argument, defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, optional, text } from "../../../../provider/definitions/field.js";
import {
  afterResponse,
  type Change,
  changeOf,
  type UnknownOutcome,
  unknownOutcome,
} from "../../../../provider/host/state/argument-values.js";

const { arguments: args } = defineResource("Thing", {
  type: "things",
  create: "POST /things",
  update: "PATCH /things/{id}",
  rows: { size: optional(text()), region: optional(text(), { replaces: true }), existingId },
});

const table: readonly [
  what: string,
  program: Json | undefined,
  requested: Json,
  returned: Json | UnknownOutcome,
  ...Change[],
][] = [
  ["that the program leaves out", undefined, "a", "b", "none", "none"],
  ["that is as requested and as returned", "a", "a", "a", "none", "none"],
  ["that the API has not applied", "a", "a", "b", "update", "none"],
  ["that goes back to what the API has", "b", "a", "b", "update", "none"],
  ["that differs from both", "c", "a", "b", "update", "replace"],
  ["of an unknown outcome", "a", "a", unknownOutcome, "update", "none"],
];
for (const [what, program, requested, returned, ...changes] of table) {
  it(`Setting ${what}: diff of one that updates, and of one that replaces: ${changes.join(", ")}`, () => {
    const found = args
      .slice(0, changes.length)
      .map((argument) => changeOf({ input: program, output: "a", requested, returned }, argument));
    expect(found).to.deep.equal(changes);
  });
}

it("Setting existingId: stays in the state when the program leaves it out, so that the stack never deletes the resource", () => {
  const stored = { output: "id-1", requested: "id-1", returned: "id-1" };
  const argument = args.find(({ name }) => name === "existingId") as Argument;
  expect(afterResponse({ ...stored, input: undefined }, argument, undefined)).to.deep.equal(stored);
});
