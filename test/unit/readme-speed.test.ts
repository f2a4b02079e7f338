import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Results, withResults } from "../bench/report";

describe("The README's figures", () => {
  it("are those of the last benchmark", () => {
    const root = join(__dirname, "..", "..");
    const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
    const results = JSON.parse(read("test", "bench", "results.json")) as Results;
    expect(read("README.md")).to.equal(withResults(read("README.md"), results));
  });
});
