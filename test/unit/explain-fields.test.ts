/** What the API says of single fields, under the names of the arguments. */

import { expect } from "chai";
import { cacheRequest } from "../../provider/api/cache.js";
import { ApiError, type Operation } from "../../provider/api/errors.js";
import { defaultFieldNames } from "../../provider/api/request.js";
import { explain } from "../../provider/host/explain.js";
import { answered, message } from "./explain-fixture.js";

describe("The messages of fields", () => {
  it("stand each on a line of its own, under the arguments' names", () => {
    const fields = { build_command: ["Too long.", "Odd."], source_control_provider_type: ["Unknown."] };
    const lines = message("create application", answered(422, "Invalid.", fields)).split("\n");
    expect(lines).to.deep.equal([
      "create application was answered 422: Invalid.",
      "  buildCommand: Too long.",
      "  buildCommand: Odd.",
      "  sourceControlProvider: Unknown.",
    ]);
  });

  it("count whatever the status", () => {
    const text = message("update cache", answered(400, "Invalid.", { is_public: ["No."] }));
    expect(text).to.include("\n  isPublic: No.");
  });

  const hints: readonly [Operation, field: string, names: string][] = [
    ["create application", "vcs_type", "sourceControlProvider"],
    ["update cache", "cache_size", "size or evictionPolicy"],
  ];
  for (const [operation, field, names] of hints) {
    it(`of ${operation} that no argument is sent under hint at fieldNames`, () => {
      const text = message(operation, answered(422, "Invalid.", { [field]: ["Required."] }));
      expect(text).to.include(`  field ${field}: Required.`);
      expect(text).to.include(`If ${field} is the API's name of ${names}`);
      const [, example] = /apphosting:fieldNames '(.*)'`/.exec(text) ?? [];
      expect(Object.values(JSON.parse(example ?? ""))).to.deep.equal([field]);
    });
  }

  it("give no such hint where every name of the request is documented", () => {
    const text = message("create environment", answered(422, "Invalid.", { colour: ["Required."] }));
    expect(text).to.include("  field colour: Required.").and.not.include("fieldNames");
  });

  it("give no such hint under a name that quotes what was stated", () => {
    const failure = answered(422, "Invalid.", { sessions_plan: ["No."] });
    expect(message("update cache", failure))
      .to.include("  field [name]_plan: No.")
      .and.not.include("fieldNames");
  });

  it("show the API's name of a field that has an ordinary word in it", () => {
    const failure = answered(422, "Invalid.", { main_branch: ["No."] });
    expect(message("create environment", failure)).to.include("  field main_branch: No.");
  });

  it("follow the names of the configuration", () => {
    const fieldNames = { ...defaultFieldNames, size: "cache_size" };
    const error = new ApiError(
      "update cache",
      answered(422, "Invalid.", { cache_size: ["Unknown."] }),
      "none",
    );
    const circumstances = {
      wireNames: cacheRequest(fieldNames),
      stated: {},
      token: "secret-token",
      pathArgument: "cacheId",
    };
    expect(explain(error, circumstances)).to.include("\n  size: Unknown.").and.not.include("cache_size");
  });
});
