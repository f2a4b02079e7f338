import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectLife, requestsTo, useExample } from "./project";

describeEngine("the example javascript", () => {
  const example = useExample("javascript");

  it("goes from its first preview to destroy as an ES module", async () => {
    const { stack, sandbox } = example;
    await stack.preview();
    expect(requestsTo(sandbox)).to.deep.equal([]);
    await expectLife(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"]);
  });
});
