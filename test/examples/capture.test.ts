import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { drawPreview, picture } from "../tools/capture";

describeEngine("the picture of a preview", () => {
  it("shows what the engine prints today, as text, in little space", async () => {
    const kept = await readFile(picture, "utf8");
    expect(await drawPreview(), "examples/quickstart/preview.svg is old: run `npm run capture`").to.equal(kept);
    expect(Buffer.byteLength(kept)).to.be.below(20_000);
  });
});
