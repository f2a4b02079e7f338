import { expect } from "chai";
import * as exported from "../../../provider";
import { definitions } from "../../../provider/definitions";
import { listArgumentNames } from "../../../provider/definitions/definition";
import { readCommentedRows } from "../../tools/comments";
import { listChanges, pages, renderPage } from "../../tools/pages";
import { changeSentences, describeChange, renderReference } from "../../tools/reference";
import { findNames, readText } from "./files";

const outdated = "outdated: run `npm run write:docs`";

it("docs/reference.md: matches the output of `npm run write:docs` for each class", () => {
  if (readText("docs/reference.md") !== renderReference()) expect.fail(outdated);
  const classes = Object.entries(exported).filter(([, value]) => "__pulumiType" in value);
  const ofDefinitions = definitions.map(({ names }) => names.class);
  expect(ofDefinitions, "export the class in provider/index.ts").to.have.members(classes.map(([name]) => name));
});

for (const path of Object.keys(pages)) {
  it(`${path}: its generated parts match the output of \`npm run write:docs\``, () => {
    if (readText(path) !== renderPage(path, readText(path))) expect.fail(outdated);
  });
}

it("docs/changes.md: its table lists each argument once", () => {
  for (const definition of definitions) {
    const all = listArgumentNames(definition, ({ row }) => row.role !== "existingId");
    const rows = listChanges().filter(([className]) => className === `\`${definition.names.class}\``);
    expect(rows.flatMap(([, names = ""]) => findNames(names, /`(\w+)`/g))).to.have.members(all);
  }
});

for (const definition of definitions) {
  it(`${definition.names.class}: row comments name limits, secret outputs and the effect of a change`, () => {
    for (const { name, comment } of readCommentedRows(definition).rows) {
      const row = definition.rows[name];
      expect(comment, name).not.to.equal("");
      if (row?.role === "output") {
        expect(comment.endsWith("A secret."), name).to.equal(row.secret === true);
        continue;
      }
      const { min = "", max = "" } = { min: undefined, max: undefined, ...row?.type.shape };
      for (const limit of [min, max]) expect(comment, `${name}: its comment lacks a limit`).to.include(String(limit));
      // The comment of an id describes its own change.
      if (name === definition.idArgument) continue;
      const sentences = Object.values(changeSentences).filter((sentence) => comment.includes(sentence));
      expect(sentences, `${name}: correct the last sentence of its comment`).to.deep.equal([
        changeSentences[describeChange(definition, name)],
      ]);
    }
  });
}
