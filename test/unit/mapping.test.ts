/** From an answer of the API to outputs: every documented field, and nothing for what is no field or of another type. */

import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { cache } from "../../provider/api/cache.js";
import { environment } from "../../provider/api/environment.js";
import type { Json } from "../../provider/api/json.js";
import { readResponse } from "../../provider/api/resource.js";
import * as documented from "../documented/index.js";
import { type Answer, allAnswers, responseOf } from "../documented/index.js";
import { hostOf } from "./host-fixture.js";
import { resources } from "./resources.js";

/** Another value of the same type. */
function another(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return Array.isArray(value) ? [...value, "another"] : `${value} another`;
}

/** Values of other types, and what the warning of them says that it expected. */
function mistyped(value: Json): readonly [expected: string, values: readonly Json[]] {
  if (typeof value === "boolean") return ["true or false", ["true", 1]];
  if (typeof value === "number") return ["an integer", ["5", 5.5, 2 ** 53]];
  if (Array.isArray(value)) return ["a list of strings", ["academic", [1]]];
  return ["a string", [5, true, ["SECRET"], {}]];
}

for (const { documented: resource, api } of resources) {
  const answers = allAnswers(resource);
  const { outputs } = responseOf(answers);
  const replaced = (row: Answer, value: Json): readonly Answer[] =>
    answers.map((other) => (other === row ? [row[0], value, row[2]] : other));

  describe(`The answer of ${resource.kind}`, () => {
    it("gives an output for every documented field, without a warning", () => {
      const { body } = responseOf(answers);
      const { id } = body.data as { id: string };
      expect(readResponse(api, body)).to.deep.equal({ id, outputs, mismatches: [] });
    });

    it("gives each output by the field of its name and by no other", () => {
      for (const row of answers) {
        const [, value, output] = row;
        if (output === undefined) continue;
        const changed = responseOf(replaced(row, another(value)));
        expect(readResponse(api, changed.body), output).to.deep.include({ outputs: changed.outputs, mismatches: [] });
      }
    });

    it("gives an output that is null where its attribute or relationship is", () => {
      for (const [at, , output = ""] of answers) {
        const [, field] =
          /^data\.((attributes\.[^.]+)|(relationships\.[^.]+))(\.data)?(\.0)?(\.id)?$/.exec(String(at)) ?? [];
        if (field === undefined || output === "") continue;
        const nothing = responseOf([[`data.${field}`, null]]).body;
        expect(readResponse(api, nothing).outputs, output).to.deep.equal({ [output.replace(".0", "")]: null });
      }
    });

    it("gives no output for an attribute of another type, and names it without its value", () => {
      for (const [at, documentedValue, output = ""] of answers) {
        const [, field] = /^data\.attributes\.(.+)$/.exec(String(at)) ?? [];
        // Objects whose key is not documented are named by what they are.
        if (field === undefined || /runtime|login/.test(field)) continue;
        const [expected, values] = mistyped(documentedValue);
        for (const value of values) {
          const { body } = responseOf([[`data.attributes.${field}`, value]]);
          const { mismatches, outputs } = readResponse(api, body);
          expect(mismatches, JSON.stringify(value)).to.deep.equal([{ field, expected }]);
          expect(JSON.stringify(outputs), output).to.not.include("SECRET");
        }
      }
    });

    it("gives no output for a relationship that names a list where it is one, and one where it is a list", () => {
      for (const [at, , output] of answers) {
        const [, wire, many] = /^data\.relationships\.(\w+)\.data(\.0)?\.id/.exec(String(at)) ?? [];
        if (wire === undefined || output === undefined) continue;
        const [expected, reference] = many ? ["a list of ids", { id: "1" }] : ["one id", [{ id: "1" }]];
        for (const data of [reference, many ? [{}] : {}, "1"]) {
          const { id: _, ...found } = readResponse(api, responseOf([[`data.relationships.${wire}`, { data }]]).body);
          expect(found, wire).to.deep.equal({
            outputs: {},
            mismatches: [{ field: `relationships.${wire}`, expected }],
          });
        }
      }
    });
  });
}

describe("What is included", () => {
  const repository = (id: string) => ({ id, type: "repositories", attributes: { name: `of ${id}` } });

  it("with an application is the name of its own repository", () => {
    const data = { id: "1", relationships: { repository: { data: { type: "repositories", id: "r-2" } } } };
    const { outputs } = readResponse(application, { data, included: [repository("r-1"), repository("r-2")] });
    expect(outputs.repositoryDetails).to.deep.equal({ id: "r-2", name: "of r-2" });
  });

  it("with an application gives the repository's id where no relationship does", () => {
    const others = { id: "o-1", type: "organizations", attributes: { name: "acme" } };
    const { outputs } = readResponse(application, { data: { id: "1" }, included: [others, repository("r-1")] });
    expect(outputs.repositoryDetails).to.deep.equal({ id: "r-1", name: "of r-1" });
  });

  it("with a cache is none of its environments where it is another resource, or empty", () => {
    const others = [{ id: "o-1", type: "organizations", attributes: { name: "acme" } }];
    for (const included of [others, []]) {
      expect(readResponse(cache, { data: { id: "1" }, included }).outputs).to.deep.equal({ environments: [] });
    }
  });
});

describe("An environment", () => {
  it("keeps the application it was stated with, whatever the answer says", async () => {
    const { body } = responseOf(allAnswers(documented.environment));
    const inputs = documented.validInputs(documented.environment);
    const { outs } = await hostOf(environment, { body }).host.create(inputs);
    expect(outs.applicationId).to.equal(inputs.applicationId);
  });
});
