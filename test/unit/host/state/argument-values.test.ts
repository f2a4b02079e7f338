/** What is a change of one argument. */

import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, optional, text } from "../../../../provider/definitions/field.js";
import {
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
  it(`Argument ${what}: diff of one that updates, and of one that replaces: ${changes.join(", ")}`, () => {
    const found = args
      .slice(0, changes.length)
      .map((argument) => changeOf({ input: program, output: "a", requested, returned }, argument));
    expect(found).to.deep.equal(changes);
  });
}
