import { expect } from "chai";
import { type Results, withResults } from "../../bench/report";
import { text } from "./files";

describe("The figures of docs/performance.md", () => {
  it("are those of the last benchmark", () => {
    const results = JSON.parse(text("test/bench/results.json")) as Results;
    expect(text("docs/performance.md")).to.equal(withResults(text("docs/performance.md"), results));
  });
});
