import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";

/** As the state of each resource has it. */
interface Traced {
  readonly sourcePosition: string;
  readonly stackTrace: readonly { readonly sourcePosition?: string }[];
}

describeEngine("an error that comes up where the SDK makes a resource", () => {
  const use = useStack(() => startSandbox());

  it("names the line of the program that declares the resource", async () => {
    await use.stack.program(`// Line 4.
      const mistaken = () => { throw new TypeError("mistaken"); };
      new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { transformations: [mistaken] });\n`);
    const { code, text } = await use.stack.run("preview");
    expect(code).not.to.equal(0);
    expect(text).to.match(/TypeError: mistaken\n *at new Cache .*\n *at .*index\.js:6:/);
  });
});

describeEngine("the state names the lines that declare a resource, and none beneath the program,", () => {
  const use = useStack(() => startSandbox());

  for (const compiled of [true, false]) {
    it(compiled ? "where the SDK compiles the program" : "where Node runs the program as it is", async () => {
      if (compiled) delete use.stack.environment.NODE_OPTIONS;
      await use.stack.program(`// Line 4.
        function sessions() {
          return new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
        }
        sessions();\n`);
      await use.stack.up();
      const { sourcePosition, stackTrace } = (await use.stack.resource("sessions")) as unknown as Traced;
      const lines = stackTrace.map(({ sourcePosition = "nowhere" }) => sourcePosition.replace(/,\d+$/, ""));
      expect(lines).to.deep.equal(["project:///index.js#6", "project:///index.js#8"]);
      expect(sourcePosition).to.equal(stackTrace[0]?.sourcePosition);
    });
  }
});
