import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { failPreviewByPolicy } from "./policy-pack";
import { edit, expectUp, root, useExample } from "./project";

describeEngine("the example cache-tuning", () => {
  const example = useExample("cache-tuning");

  it("Example cache-tuning: up adopts each cache of the table with one request", async () => {
    await expectUp(example, ["PATCH /caches/cache-1", "PATCH /caches/cache-2", "PATCH /caches/cache-3"]);
  });

  it("Example cache-tuning: its policy pack fails the preview of a public cache alone, as its README shows", async () => {
    const { stack } = example;
    await edit(stack, "index.ts", "isPublic: false", "isPublic: true");
    const text = await failPreviewByPolicy(stack);
    const said = /^Policies:\n( {4}.*\n)+/m.exec(text)?.[0] ?? text;
    expect(await readFile(join(root, "examples/cache-tuning/README.md"), "utf8")).to.include(said);
  });
});
