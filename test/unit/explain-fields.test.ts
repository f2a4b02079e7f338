/** What the API says of single fields, under the names of the arguments. */

import { expect } from "chai";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { failed, message } from "./explain-fixture.js";

describe("The messages of fields", () => {
  it("stand each on a line of its own, under the arguments' names", () => {
    const fields = { build_command: ["Too long.", "Odd."], source_control_provider_type: ["Unknown."] };
    const lines = message("create application", failed(422, "Invalid.", fields)).split("\n");
    expect(lines).to.deep.equal([
      "create application failed with status 422: Invalid.",
      "  buildCommand: Too long.",
      "  buildCommand: Odd.",
      "  sourceControlProvider: Unknown.",
    ]);
  });

  it("count whatever the status", () => {
    const text = message("update cache", failed(400, "Invalid.", { name: ["No."] }));
    expect(text).to.include("\n  name: No.");
  });

  const nested: readonly [operation: string, field: string, shown: string][] = [
    ["create application", "repository.full_name", "repository.full_name"],
    ["create application", "build_command.0", "buildCommand.0"],
    ["update cache", "size.0.value", "size.0.value"],
    ["update cache", "connection.hostname", "field connection.hostname"],
    ["create environment", "items.0.name", "field items.0.name"],
  ];
  for (const [operation, field, shown] of nested) {
    it(`of ${operation} about a nested field stand under the argument around it, if there is one: ${field}`, () => {
      const text = message(operation, failed(422, "Invalid.", { [field]: ["No."] }));
      expect(text).to.equal(`${operation} failed with status 422: Invalid.\n  ${shown}: No.`);
    });
  }

  const hints: readonly [operation: string, field: string, names: string][] = [
    ["create application", "vcs_type", "sourceControlProvider"],
    ["update cache", "cache_size", "size or evictionPolicy"],
  ];
  for (const [operation, field, names] of hints) {
    it(`of ${operation} that no argument is sent under hint at fieldNames`, () => {
      const text = message(operation, failed(422, "Invalid.", { [field]: ["Required."] }));
      expect(text).to.include(`  field ${field}: Required.`);
      expect(text).to.include(`If ${field} is the API's name of ${names}`);
      const [, example] = /apphosting:fieldNames '(.*)'`/.exec(text) ?? [];
      expect(Object.values(JSON.parse(example ?? ""))).to.deep.equal([field]);
    });
  }

  const documented: readonly [operation: string, field: string][] = [
    ["create application", "slug"],
    ["create application", "organization"],
    ["create environment", "colour"],
    ["update cache", "connection"],
    ["update cache", "type"],
  ];
  for (const [operation, field] of documented) {
    it(`of ${operation} hint at nothing where it cannot be an undocumented name: ${field}`, () => {
      const text = message(operation, failed(422, "Invalid.", { [field]: ["No."] }));
      expect(text).to.equal(`${operation} failed with status 422: Invalid.\n  field ${field}: No.`);
    });
  }

  const configured: readonly [field: string, says: string][] = [
    ["cache_size", "\n  size: Unknown."],
    ["cache_size.unit", "\n  size.unit: Unknown."],
    ["size", "\n  field size: Unknown.\n  If size is the API's name of size or evictionPolicy"],
  ];
  for (const [field, says] of configured) {
    it(`follow the names of the configuration: ${field}`, () => {
      const fieldNames = { ...defaultFieldNames, size: "cache_size" };
      const failure = failed(422, "Invalid.", { [field]: ["Unknown."] });
      expect(message("update cache", failure, "none", fieldNames)).to.include(says);
    });
  }
});
