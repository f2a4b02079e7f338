import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { runReadme, useExample } from "./project";

describeEngine("example unit-tested", () => {
  const example = useExample("unit-tested");

  it("Example unit-tested: its own tests pass, and up works", async () => {
    expect(await runReadme(example.stack, {})).to.match(/\b6 passing/);
    await example.stack.up();
    const sent = example.api.listSent().map((line) => line.split(" {")[0]);
    const create = ["POST /applications", "POST /applications/app-1/environments"];
    expect(sent).to.have.members([...create, "PATCH /caches/cache-2"]);
  });
});
