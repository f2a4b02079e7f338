import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectUp, shell, useExample } from "./project";

describeEngine("the example unit-tested", () => {
  const example = useExample("unit-tested");

  it("passes its own tests, and works as a program", async () => {
    const { code, text } = await shell(example.stack, "npm test");
    expect(text).to.match(/\b6 passing/);
    expect(code).to.equal(0);
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-2"]);
  });
});
