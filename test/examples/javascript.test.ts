import { describeEngine } from "../engine/describe";
import { expectUp, useExample } from "./project";

describeEngine("example javascript", () => {
  const example = useExample("javascript");

  it("Example javascript: up of its ES module sends three requests", async () => {
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"]);
  });
});
