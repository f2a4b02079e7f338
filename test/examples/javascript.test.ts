import { describeEngine } from "../engine/describe";
import { expectUp, useExample } from "./project";

describeEngine("the example javascript", () => {
  const example = useExample("javascript");

  it("works as an ES module", async () => {
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"]);
  });
});
