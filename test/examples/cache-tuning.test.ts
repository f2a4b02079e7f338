import { describeEngine } from "../engine/describe";
import { expectUp, useExample } from "./project";

describeEngine("example cache-tuning", () => {
  const example = useExample("cache-tuning");

  it("Example cache-tuning: up adopts each cache with one request", async () => {
    await expectUp(example, ["PATCH /caches/cache-1", "PATCH /caches/cache-2", "PATCH /caches/cache-3"]);
  });
});
