import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

const ids = Array.from({ length: 50 }, (_, index) => `app-${index + 1}`);

describeEngine("warnings", () => {
  const use = useStack(startFaultySandbox);

  it("Preview: counts each of 50 warnings at once as one", async () => {
    const program = (id: string) =>
      `new Application("${id}", { name: "Shop", sourceControlProvider: "hostA", existingId: "${id}" });\n`;
    await use.stack.writeProgram(ids.map(program).join(""));
    const text = await use.stack.succeed("preview");
    expect(text)
      .to.match(/ 50 warnings$/m)
      .and.not.match(/ messages?$/m);
    const [, diagnostics = ""] = text.split("Diagnostics:");
    const warned = diagnostics.match(/^ {4}warning: .*$/gm)?.map((line) => /app-\d+/.exec(line)?.[0]);
    expect(warned).to.have.members(ids);
  });
});
