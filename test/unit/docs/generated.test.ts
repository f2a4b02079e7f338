import { expect } from "chai";
import { type Results, withResults } from "../../bench/report";
import { text } from "./files";

describe("What a document shows", () => {
  it("of a preview in docs/previews.md is what the engine prints for the quickstart, under the example's name", () => {
    const preview = text("test/engine/golden/quickstart/first-preview.txt");
    const named = preview.replace(/\bshop(?=-dev|::)/g, "quickstart");
    expect(text("docs/previews.md")).to.include(`\n\`\`\`\n${named}\`\`\`\n`);
  });

  it("of figures in docs/performance.md is what the last benchmark measured", () => {
    const results = JSON.parse(text("test/bench/results.json")) as Results;
    expect(text("docs/performance.md")).to.equal(withResults(text("docs/performance.md"), results));
  });
});
