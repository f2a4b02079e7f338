import { describeEngine } from "../engine/describe";
import { expectLife, useExample } from "./project";

describeEngine("the example javascript", () => {
  const example = useExample("javascript");

  it("goes from its first preview to destroy as an ES module", async () => {
    await expectLife(example, [
      "POST /applications",
      "POST /applications/app-1/environments",
      "PATCH /caches/cache-1",
    ]);
  });
});
