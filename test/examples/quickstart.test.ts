import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { drawPreview, picture } from "../tools/capture";
import { requestsTo, useExample } from "./project";

/** What the demo shows of it is checked by the demo itself. */
describeEngine("the example quickstart", () => {
  const example = useExample("quickstart");

  it("has right types in the SDK's eyes, and sends nothing in its first preview", async () => {
    const { stack, sandbox } = example;
    delete stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY;
    expectGolden("quickstart/first-preview", await stack.preview());
    expect(requestsTo(sandbox)).to.deep.equal([]);
    stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
  });

  it("is shown in the README as the engine prints it today, as text, in little space", async () => {
    const kept = await readFile(picture, "utf8");
    expect(await drawPreview(example.stack), "examples/quickstart/preview.svg is old: run `npm run capture`").to.equal(
      kept,
    );
    expect(Buffer.byteLength(kept)).to.be.below(20_000);
  });

  it("keeps neither the token nor the password in the open, and a short line for the provider", async () => {
    const { stack, sandbox } = example;
    expect(await stack.backend())
      .to.include("app-1")
      .and.not.include(sandbox.token)
      .and.not.include("sandbox-password");
    const { inputs } = await stack.resource("sessions");
    expect(Buffer.byteLength(String(inputs.__provider))).to.be.below(90);
  });
});
