/** The comparison before the first test: what it says where a definition and the facts of test/documented differ. */

import { expect } from "chai";
import { cache } from "../../provider/definitions/cache.js";
import { type Definition, defineResource } from "../../provider/definitions/definition.js";
import { optional, output, type Row } from "../../provider/definitions/row.js";
import { integer, text } from "../../provider/definitions/value-type.js";
import { cache as facts } from "../documented/cache.js";
import { listDifferences, listMissingExports } from "../tools/compare-facts.js";
import { databaseCluster } from "./made-up/database-cluster.js";

const definitionFile = "provider/definitions/cache.ts";
const factsFile = "test/documented/cache.ts";

/** The definition of Cache with other rows; undefined takes a row out. */
function changeRows(rows: Readonly<Record<string, Row | undefined>>): Definition {
  const entries = Object.entries<Row | undefined>({ ...cache.rows, ...rows }).filter(([, row]) => row !== undefined);
  const { apiType, path, deletion } = cache;
  const operation = "PATCH /caches/{cacheId}";
  const changed = Object.fromEntries(entries as [string, Row][]);
  return defineResource("Cache", { apiType, path, create: operation, update: operation, deletion, rows: changed });
}

const missing = "from the API's documentation alone.";
const left = `Add its row to ${definitionFile}, or remove the facts.`;

for (const [title, rows, difference] of [
  [
    "an argument without facts",
    { shards: optional(integer()) },
    `lacks the argument shards. Add its facts, ${missing}`,
  ],
  ["facts of an argument without a row", { isPublic: undefined }, `has the argument isPublic. ${left}`],
  ["an output without facts", { owner: output(text()) }, `lacks the output owner. Add its facts, ${missing}`],
  ["facts of an output without a row", { status: undefined }, `has the output status. ${left}`],
] as const) {
  it(`Definitions and facts: ${title} is the one difference, with what to do`, () => {
    expect(listDifferences([changeRows(rows)], [facts])).to.deep.equal([`Cache: ${factsFile} ${difference}`]);
  });
}

for (const [name, row, fact, value] of [
  ["name", optional(text(), { inEveryUpdate: true }), "required true", "none"],
  ["isPublic", { ...cache.rows.isPublic, attribute: "network.public" }, 'attribute "is_public"', '"network.public"'],
  ["status", output(text(), { secret: true }), "secrets false", "true"],
] as const) {
  it(`Definitions and facts: ${fact} of ${name} that is another by its row is the one difference, with both values`, () => {
    expect(listDifferences([changeRows({ [name]: row })], [facts])).to.deep.equal([
      `Cache: ${name} has ${fact} in ${factsFile}, and ${value} by ${definitionFile}. Correct one of them.`,
    ]);
  });
}

it("Definitions and facts: a class that only one of them has is the one difference, with what to do", () => {
  expect(listDifferences([databaseCluster], [])).to.deep.equal([
    `DatabaseCluster: write its facts in test/documented/database-cluster.ts, ${missing}`,
  ]);
  expect(listDifferences([], [facts])).to.deep.equal([
    "Cache: test/documented has its facts. Add its definition to provider/definitions/index.ts, or remove the facts.",
  ]);
});

it("Definitions and exports: a class that the package or its host does not export is named, with what to do", () => {
  const [index, host] = ['export * from "./resources/cache.js";', "export const cache: ResourceProvider"];
  expect(listMissingExports([cache], index, host)).to.deep.equal([]);
  expect(listMissingExports([cache], "", "")).to.deep.equal([
    "Cache: write the class in provider/resources, and export ./resources/cache.js in provider/index.ts.",
    "Cache: export cache in provider/host/index.ts.",
  ]);
});
