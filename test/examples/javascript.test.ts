import { describeEngine } from "../engine/describe";
import { expectUp, useExample } from "./project";

describeEngine("the example javascript", () => {
  const example = useExample("javascript");

  it("Example javascript: up works as an ES module, with its three requests", async () => {
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"]);
  });
});
