/** The API's messages about single fields, under the names of the arguments. */

import { expect } from "chai";
import { withOperations } from "../../../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../../../provider/definitions/field-names.js";
import { describeFieldErrors } from "../../../../provider/host/messages/field-errors.js";
import { createConfiguredSession } from "../../host-fixture.js";
import { application, cache, environment, resources, type TestedResource } from "../../resources.js";

/** The lines about a field of a resource. */
function linesOf(of: TestedResource, wire: string, fieldNames = defaultFieldNames): string[] {
  const { session } = createConfiguredSession({ token: "secret", fieldNames });
  return describeFieldErrors(
    { session, definition: withOperations(of.definition, {}), id: "", values: {} },
    { [wire]: ["No.", "Not secret."] },
  );
}

const lines = (shown: string, ...more: string[]) => [`  ${shown}: No.`, `  ${shown}: Not [token].`, ...more];
const hint = (wire: string, [first = "", ...others]: readonly string[]) =>
  `  If ${wire} is the API's name of ${[first, ...others].join(" or ")}, run \`pulumi config set apphosting:fieldNames '{"${first}":"${wire}"}'\``;

const [provider = "", ...ofCache] = Object.keys(defaultFieldNames);

it("Field errors: each has a line of its own, under the argument that is sent as the field", () => {
  for (const of of resources) {
    for (const [argument, { wire }] of Object.entries(of.documented.arguments)) {
      if (wire !== undefined) expect(linesOf(of, wire)).to.deep.equal(lines(argument));
    }
  }
});

const table: readonly [what: string, of: TestedResource, wire: string, shown: string, ...hints: string[]][] = [
  ["a nested field under the argument around it", application, "build_command.0.value", "buildCommand.0.value"],
  ["a nested field of no argument under its own name", cache, "connection.port", "field connection.port"],
  ["an attribute under its own name", cache, "type", "field type"],
  ["an argument that no body holds under its own name", cache, "cache_id", "field cache_id"],
  ["a relationship under its own name", application, "organization", "field organization"],
  ["an unknown field under its own name, quoted", environment, "secrets_x", "field [token]s_x"],
  ["what may be an argument, with what tells so", application, "vcs", "field vcs", hint("vcs", [provider])],
  ["what may be one of several arguments", cache, "plan", "field plan", hint("plan", ofCache)],
  ["a name that a shell would obey, without a command", cache, "plan'; true;'", "field plan'; true;'"],
];
for (const [what, of, wire, shown, ...hints] of table) {
  it(`Field errors of ${what}`, () => expect(linesOf(of, wire)).to.deep.equal(lines(shown, ...hints)));
}

it("Field errors: follow apphosting:fieldNames", () => {
  const renamed = { ...defaultFieldNames, size: "cache.size" };
  expect(linesOf(cache, "cache.size", renamed)).to.deep.equal(lines("size"));
  expect(linesOf(cache, "size", renamed)).to.deep.equal(lines("field size", hint("size", ofCache)));
});

it("Field errors: 20 lines at most, and a line that says how many more there are", () => {
  const { session } = createConfiguredSession({ token: "secret" });
  const printed = (count: number) => {
    const fields = Array.from({ length: count }, (_, index) => [`x.${index}`, ["No."]]);
    return describeFieldErrors(
      { session, definition: withOperations(cache.definition, {}), id: "", values: {} },
      Object.fromEntries(fields),
    );
  };
  expect(printed(100)).to.have.length(21);
  expect(printed(100).slice(-2)).to.deep.equal(["  field x.19: No.", "  … 80 more lines"]);
  expect(printed(20).join()).not.to.include("more lines");
});

it("Field errors: of 100,000, only those that are shown are made safe to print", () => {
  const { session } = createConfiguredSession({ token: "secret" });
  let quoted = 0;
  session.findSecrets = () => {
    quoted += 1;
    return [];
  };
  const fields = Array.from({ length: 100_000 }, (_, index) => [`x${index}`, ["No.", "No."]]);
  const subject = { session, definition: withOperations(cache.definition, {}), id: "", values: {} };
  const lines = describeFieldErrors(subject, Object.fromEntries(fields));
  // Of each field two messages and a hint.
  expect(lines.at(-1)).to.equal("  … 299980 more lines");
  expect(quoted).to.be.at.most(40);
});
