import { expect } from "chai";
import * as exported from "../../../provider";
import { readCommentedRows } from "../../tools/comments";
import { changeTexts, pages, renderPage, renderReference } from "../../tools/reference";
import { resources } from "../documented-resources";
import { readText } from "./files";

const outdated = "outdated: run `npm run write:docs`";

it("docs/reference.md: matches the output of `npm run write:docs`", () => {
  if (readText("docs/reference.md") !== renderReference()) expect.fail(outdated);
});

for (const path of Object.keys(pages)) {
  it(`${path}: its generated parts match the output of \`npm run write:docs\``, () => {
    if (readText(path) !== renderPage(path, readText(path))) expect.fail(outdated);
  });
}

it("provider/index.ts: exports the class of each table", () => {
  const classes = Object.entries(exported).filter(([, value]) => "__pulumiType" in value);
  expect(classes.map(([name]) => name)).to.have.members(resources.map(({ table }) => table.className));
});

for (const { documented, table } of resources) {
  const { className, idArgument } = table;
  const { rows } = readCommentedRows(table);

  it(`${className}: each row has a comment, and the last sentence of a secret output says so`, () => {
    expect(rows.filter(({ comment }) => comment === "").map(({ name }) => name)).to.deep.equal([]);
    const outputs = rows.filter(({ row }) => row.role === "output");
    const secrets = outputs.filter(({ comment }) => comment.endsWith("A secret.")).map(({ name }) => name);
    expect(secrets).to.have.members(documented.secrets);
  });

  it(`${className}: the comment of an argument names its limits, and what a change does`, () => {
    for (const { name, row, comment } of rows) {
      if (row.role === "output") continue;
      const rules = Object.keys(documented.arguments[name]?.invalid ?? {}).join("\n");
      const limits = rules.match(/\d+(?= to \d)|(?<=\d to |at most )\d+/g) ?? [];
      for (const limit of limits) expect(comment, `${name}: its comment lacks a limit`).to.include(limit);
      // The comment of an id describes its own change.
      if (name === idArgument) continue;
      const sentences = Object.values(changeTexts).map(({ sentence }) => sentence);
      expect(
        sentences.filter((sentence) => comment.includes(sentence)),
        name,
      ).to.deep.equal([changeTexts[row.change].sentence]);
    }
  });
}
