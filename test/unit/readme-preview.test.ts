import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const checkout = join(__dirname, "../..");
const text = (file: string) => readFileSync(join(checkout, file), "utf8");

describe("The README", () => {
  it("shows what the engine prints for the quickstart, under the example's name", () => {
    const preview = text("test/engine/golden/quickstart/first-preview.txt");
    const named = preview.replace(/\bshop(?=-dev|::)/g, "quickstart");
    expect(text("README.md")).to.include(`\n\`\`\`\n${named}\`\`\`\n`);
  });
});
