import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { drawPreview, picture } from "../tools/capture";
import { requestsTo, useExample } from "./project";

/** What the demo shows of it is checked by the demo itself. */
describeEngine("the example quickstart", () => {
  const example = useExample("quickstart");

  it("sends nothing in its first preview", async () => {
    const { stack, api } = example;
    expectGolden("quickstart/first-preview", await stack.preview());
    expect(requestsTo(api)).to.deep.equal([]);
  });

  it("is shown in the README as the engine prints it today, as text, in little space", async () => {
    const kept = await readFile(picture, "utf8");
    expect(await drawPreview(example.stack), "examples/quickstart/preview.svg is old: run `npm run capture`").to.equal(
      kept,
    );
    expect(Buffer.byteLength(kept)).to.be.below(20_000);
  });
});
