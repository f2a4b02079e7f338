/** What the API says of single fields, under the names of the arguments. */

import { expect } from "chai";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { fieldErrors } from "../../provider/host/field-errors.js";
import { resources } from "./resources.js";

/** The lines about a field of a resource. */
function linesOf(kind: string, wire: string, fieldNames = defaultFieldNames): string[] {
  const resource = resources.find(({ documented }) => documented.kind === kind);
  if (resource === undefined) throw new Error(`no ${kind}`);
  const quote = (words: string) => words.replace("secret", "[quoted]");
  return fieldErrors(resource.api.definition, fieldNames, { [wire]: ["No.", "Not secret."] }, quote);
}

const lines = (shown: string, ...more: string[]) => [`  ${shown}: No.`, `  ${shown}: Not [quoted].`, ...more];
const hint = (wire: string, names: string, first: string) =>
  `  If ${wire} is the API's name of ${names}, run \`pulumi config set apphosting:fieldNames '{"${first}":"${wire}"}'\``;

describe("Messages of fields", () => {
  it("stand each on a line of its own, under the argument that is sent as the field", () => {
    for (const { documented } of resources) {
      for (const [argument, { wire }] of Object.entries(documented.arguments)) {
        if (wire !== undefined) expect(linesOf(documented.kind, wire)).to.deep.equal(lines(argument));
      }
    }
  });

  const table: readonly [what: string, kind: string, wire: string, shown: string][] = [
    ["of a nested field under the argument around it", "Application", "build_command.0", "buildCommand.0"],
    ["of a field deep inside under the argument around it", "Cache", "size.0.value", "size.0.value"],
    [
      "of a nested field of no argument under its own name",
      "Cache",
      "connection.hostname",
      "field connection.hostname",
    ],
    ["of an attribute under its own name", "Cache", "type", "field type"],
    ["of a relationship under its own name", "Application", "organization", "field organization"],
    ["of an unknown field under its own name, quoted", "Environment", "secrets_x", "field [quoted]s_x"],
  ];
  for (const [what, kind, wire, shown] of table) {
    it(`stand, ${what}`, () => expect(linesOf(kind, wire)).to.deep.equal(lines(shown)));
  }

  it("of an unknown field ask whether it is the name of an argument whose name is not documented", () => {
    const named = hint("vcs_type", "sourceControlProvider", "sourceControlProvider");
    expect(linesOf("Application", "vcs_type")).to.deep.equal(lines("field vcs_type", named));
    const either = hint("cache_size", "size or evictionPolicy", "size");
    expect(linesOf("Cache", "cache_size")).to.deep.equal(lines("field cache_size", either));
  });

  it("follow the names of the configuration", () => {
    const renamed = { ...defaultFieldNames, size: "cache.size" };
    expect(linesOf("Cache", "cache.size", renamed)).to.deep.equal(lines("size"));
    expect(linesOf("Cache", "size", renamed)).to.deep.equal(
      lines("field size", hint("size", "size or evictionPolicy", "size")),
    );
  });
});
