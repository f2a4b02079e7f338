/** What the API says of single fields, under the names of the arguments. */

import { expect } from "chai";
import { application } from "../../provider/definitions/application.js";
import { cache } from "../../provider/definitions/cache.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { environment } from "../../provider/definitions/environment.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { fieldErrors } from "../../provider/host/field-errors.js";
import { Target } from "../../provider/host/target.js";
import { sessionWith } from "./host-fixture.js";
import { resources } from "./resources.js";

/** The lines about a field of a resource. */
function linesOf(definition: Definition, wire: string, fieldNames = defaultFieldNames): string[] {
  const { session } = sessionWith({ token: "secret", fieldNames });
  return fieldErrors(new Target(definition, session, "", {}), { [wire]: ["No.", "Not secret."] });
}

const lines = (shown: string, ...more: string[]) => [`  ${shown}: No.`, `  ${shown}: Not [token].`, ...more];
const hint = (wire: string, [first = "", ...others]: readonly string[]) =>
  `  If ${wire} is the API's name of ${[first, ...others].join(" or ")}, run \`pulumi config set apphosting:fieldNames '{"${first}":"${wire}"}'\``;

describe("Messages of fields", () => {
  const [provider = "", ...ofCache] = Object.keys(defaultFieldNames);

  it("stand each on a line of its own, under the argument that is sent as the field", () => {
    for (const { documented, definition } of resources) {
      for (const [argument, { wire }] of Object.entries(documented.arguments)) {
        if (wire !== undefined) expect(linesOf(definition, wire)).to.deep.equal(lines(argument));
      }
    }
  });

  const table: readonly [what: string, definition: Definition, wire: string, shown: string][] = [
    ["a nested field under the argument around it", application, "build_command.0.value", "buildCommand.0.value"],
    ["a nested field of no argument under its own name", cache, "connection.port", "field connection.port"],
    ["an attribute under its own name", cache, "type", "field type"],
    ["a relationship under its own name", application, "organization", "field organization"],
    ["an unknown field under its own name, quoted", environment, "secrets_x", "field [token]s_x"],
  ];
  for (const [what, definition, wire, shown] of table) {
    it(`stand, of ${what}`, () => expect(linesOf(definition, wire)).to.deep.equal(lines(shown)));
  }

  it("of an unknown field ask whether it is the name of an argument whose name is not documented", () => {
    expect(linesOf(application, "vcs")).to.deep.equal(lines("field vcs", hint("vcs", [provider])));
    expect(linesOf(cache, "plan")).to.deep.equal(lines("field plan", hint("plan", ofCache)));
  });

  it("propose no command for a name that a shell would obey", () => {
    const name = "plan'; true;'";
    expect(linesOf(cache, name)).to.deep.equal(lines(`field ${name}`));
  });

  it("follow the names of the configuration", () => {
    const renamed = { ...defaultFieldNames, size: "cache.size" };
    expect(linesOf(cache, "cache.size", renamed)).to.deep.equal(lines("size"));
    expect(linesOf(cache, "size", renamed)).to.deep.equal(lines("field size", hint("size", ofCache)));
  });
});
