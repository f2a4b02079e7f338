import { expect } from "chai";
import { text } from "./files";

describe("docs/previews.md", () => {
  it("shows what the engine prints for the quickstart, under the example's name", () => {
    const preview = text("test/engine/golden/quickstart/first-preview.txt");
    const named = preview.replace(/\bshop(?=-dev|::)/g, "quickstart");
    expect(text("docs/previews.md")).to.include(`\n\`\`\`\n${named}\`\`\`\n`);
  });
});
