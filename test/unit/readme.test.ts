import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Results, withResults } from "../bench/report";

const text = (file: string) => readFileSync(join(__dirname, "../..", file), "utf8");

describe("The README", () => {
  it("shows what the engine prints for the quickstart, under the example's name", () => {
    const preview = text("test/engine/golden/quickstart/first-preview.txt");
    const named = preview.replace(/\bshop(?=-dev|::)/g, "quickstart");
    expect(text("README.md")).to.include(`\n\`\`\`\n${named}\`\`\`\n`);
  });

  it("has the figures of the last benchmark", () => {
    const results = JSON.parse(text("test/bench/results.json")) as Results;
    expect(text("README.md")).to.equal(withResults(text("README.md"), results));
  });
});
