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
    `${factsFile} lacks the argument shards. Add its facts, ${missing}`,
  ],
  ["facts of an output without a row", { status: undefined }, `${factsFile} has the output status. ${left}`],
  [
    "an argument that only the facts require",
    { name: optional(text(), { inEveryUpdate: true }) },
    `name has required true in ${factsFile}, and none by ${definitionFile}. Correct one of them.`,
  ],
  [
    "an output that is a secret by its row",
    { status: output(text(), { secret: true }) },
    `status has secrets false in ${factsFile}, and true by ${definitionFile}. Correct one of them.`,
  ],
] as const) {
  it(`Definitions and facts: ${title} is the one difference, with what to do`, () => {
    const [found = "", ...more] = listDifferences([changeRows(rows)], [facts]);
    expect([found.replace("Cache: ", ""), ...more]).to.deep.equal([difference]);
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
