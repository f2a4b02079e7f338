import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { edit, expectUp, shell, useExample } from "./project";

describeEngine("the example unit-tested", () => {
  const example = useExample("unit-tested");

  it("passes its own tests, and works as a program", async () => {
    const { code, text } = await shell(example.stack, "npm test");
    expect(text).to.match(/\b6 passing/);
    expect(code).to.equal(0);
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-2"]);
  });

  it("has tests that find a public cache, and an argument that the API refuses", async () => {
    const { stack } = example;
    await edit(stack, "shop.ts", "isPublic: false", "isPublic: true");
    await edit(stack, "shop.ts", "`sessions-", "`Sessions of ");
    const { code, text } = await shell(stack, "npm test");
    expect(code).not.to.equal(0);
    expect(text).to.match(/\d\) never opens the cache of production to the public network/);
    expect(text).to.match(/\d\) creates the application and its environment, and adopts the cache/);
    expect(text)
      .to.include("name")
      .and.match(/\b3 failing/);
  });
});
