import { expect } from "chai";
import * as exported from "../../../provider";
import { documentedRows } from "../../tools/comments";
import { reference, resources } from "../../tools/reference";
import { schemaText } from "../../tools/schema";
import { text } from "./files";

describe("docs/reference.md", () => {
  it("is what `npm run reference` writes", () => {
    expect(text("docs/reference.md")).to.equal(reference());
  });

  it("so is the plugin's schema", () => {
    expect(text("provider/plugin/schema.json")).to.equal(schemaText());
  });

  it("has a section for each resource class", () => {
    const classes = Object.entries(exported).filter(([, value]) => "__pulumiType" in value);
    expect(resources.map(([{ definition }]) => definition.kind)).to.have.members(classes.map(([name]) => name));
  });
});

describe("The comment of a row", () => {
  for (const [{ definition }] of resources) {
    for (const { name, comment } of documentedRows(definition).rows) {
      it(`${definition.kind}.${name} is there, with its limits, whether it is a secret, and what a change does`, () => {
        const row = definition.rows[name];
        expect(comment).to.match(/^[A-Z`].*\.$/);
        if (row === undefined) throw new Error(`there is no row ${name}`);
        if (row.role === "output") {
          expect(comment.endsWith("A secret.")).to.equal(row.secret === true);
          return;
        }
        const { min, max } = { min: undefined, max: undefined, ...row.holds };
        for (const limit of [min, max].filter((one) => one !== undefined)) {
          expect(comment).to.include(String(limit));
        }
        if (row.goes !== "nowhere") expect(comment).to.match(/ (A change |Updates in place)/);
      });
    }
  }
});
