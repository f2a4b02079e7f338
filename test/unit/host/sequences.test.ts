import { expect } from "chai";
import { cache } from "../../../provider/definitions/cache.js";
import { defineResource } from "../../../provider/definitions/definition.js";
import { existingId, optional, required } from "../../../provider/definitions/row.js";
import { text } from "../../../provider/definitions/value-type.js";
import { exercised, promises } from "./sequence-promises.js";
import { assertSequences, formatLiteral, formatTest, isThorough } from "./sequence-repetition.js";
import { arbitraryScenario, type Scenario, type TestedClass } from "./sequence-scenario.js";
import { runScenario } from "./sequences.js";

/** A resource with one argument of each kind. */
const thing = defineResource("Thing", {
  apiType: "things",
  path: "/things",
  deletion: "with consent",
  create: "POST /things",
  rows: {
    name: required(text()),
    branch: required(text(), { neverReturned: true }),
    buildCommand: optional(text(), { nullable: "value", secret: true }),
    rootDirectory: optional(text()),
    region: optional(text(), { onChange: "replace" }),
    clusterId: optional(text(), { neverReturned: true, onChange: "replace" }),
    existingId,
  },
});

const classes = {
  "a created resource": {
    definition: thing,
    fixed: {},
    values: {
      name: ["a", "b", "B", "b "],
      branch: ["p", "q"],
      buildCommand: ["make", "make\n", "m\nx", "m\r\nx", "", "x"],
      rootDirectory: ["/", "/web", "/Web"],
      region: ["e", "w", "W"],
      clusterId: ["c1", "c2"],
    },
  },
  "a cache": {
    definition: cache,
    fixed: { cacheId: "c" },
    values: { name: ["aa", "bb"], size: ["250mb", "1gb"], isPublic: [true, false], triggers: [[1], [2]] },
  },
} satisfies Record<string, TestedClass>;

for (const [title, tested] of Object.entries<TestedClass>(classes)) {
  it(`Random programs of ${title}: previews announce what up does, and no secret is shown`, async () => {
    const run = (scenario: Scenario) => runScenario(tested, scenario);
    await assertSequences(arbitraryScenario(tested), run, (scenario) =>
      formatTest([`await runScenario(classes["${title}"], ${formatLiteral(scenario)})`]),
    );
  });
}

// A few runs don't reach every promise.
if (isThorough) {
  it("Random programs: every promise is exercised", () => {
    expect(promises.filter((promise) => !exercised.has(promise))).to.deep.equal([]);
  });
}
