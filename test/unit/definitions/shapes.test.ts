/** Shapes of arguments that no resource has yet: what check and the sandbox take, and what both say of the rest. */

import { expect } from "chai";
import type { Json } from "../../../provider/api/http/json.js";
import { defineResource } from "../../../provider/definitions/definition.js";
import { existingId, integer, optional, text, texts } from "../../../provider/definitions/field.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { findViolations } from "../../../provider/sandbox/validation.js";
import { createChecker } from "../host-fixture.js";

const definition = defineResource("Cluster", {
  type: "clusters",
  create: "POST /clusters",
  rows: {
    existingId,
    name: optional(text({ min: 3 })),
    least: optional(integer({ min: 1 })),
    most: optional(integer({ max: 9 })),
    any: optional(integer()),
    origins: optional(texts),
  },
});

const table: readonly [
  argument: string,
  taken: readonly Json[],
  refused: readonly Json[],
  check: string,
  sandbox: string,
][] = [
  [
    "name",
    ["abc", "a".repeat(9999)],
    ["ab"],
    "must have at least 3 characters; it has 2",
    "must have at least 3 characters",
  ],
  ["least", [1, 2 ** 40], [0, -1], "must be an integer of at least 1", "must be at least 1"],
  ["most", [9, 0, -5], [10], "must be an integer of at most 9", "must be at most 9"],
  ["any", [0, 7, -7], [1.5], "must be an integer", "must be an integer"],
  ["origins", [[], ["a", "b"]], ["a", [1], [null]], "must be a list of strings", "must be a list of strings"],
];
for (const [argument, taken, refused, check, sandbox] of table) {
  it(`A shape with one bound or none: ${argument} takes its values in check and sandbox, and both say the rule of others`, async () => {
    const violationsOf = (value: Json) =>
      findViolations(definition, "create", { [argument]: value }, defaultFieldNames);
    for (const value of taken) {
      expect((await createChecker({ definition })({ [argument]: value })).reasons).to.deep.equal([]);
      expect(violationsOf(value)).to.deep.equal({});
    }
    for (const value of refused) {
      expect((await createChecker({ definition })({ [argument]: value })).reasons).to.deep.equal([
        `${argument} ${check}`,
      ]);
      expect(violationsOf(value)).to.deep.equal({ [argument]: [`${argument} ${sandbox}.`] });
    }
  });
}
