import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { edit, useExample } from "./project";

/** What the demo shows of it is checked by the demo itself, and what the README says, by readme.test.ts. */
describeEngine("the example quickstart", () => {
  const example = useExample("quickstart");

  it("Example quickstart: the first preview sends nothing", async () => {
    const { stack, api } = example;
    expectGolden("quickstart/first-preview", await stack.preview());
    expect(api.listSent()).to.deep.equal([]);
  });

  it("Example quickstart: a type error fails its preview, and so the demo", async () => {
    const { stack } = example;
    // With the compiler, as users have it.
    delete stack.environment.NODE_OPTIONS;
    await edit(stack, "index.ts", "usesHibernation: true", 'usesHibernation: "yes"');
    expect(await stack.fail("preview")).to.match(/index\.ts.*error TS2322/);
  });
});
