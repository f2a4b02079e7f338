import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { startFaultySandbox } from "../faults";
import { copyExample, runReadme } from "./project";

describeEngine("example shared-cache", () => {
  const example = shareStack(
    () => startFaultySandbox({ operations: true }),
    (api) => copyExample("shared-cache", api),
  );

  it("Example shared-cache: one stack updates the cache, and the other reads it", async () => {
    const { stack, api } = example;
    const made = { APPHOSTING_BASE_URL: "", APPHOSTING_TOKEN: "", PULUMI_SKIP_CONFIRMATIONS: "true" };
    Object.assign(stack.environment, made);
    await runReadme(stack, { "https://<address of the API>": api.url, "<token>": api.token });
    const update = 'PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true,"hibernation_timeout":30}';
    const read = "GET /caches/cache-1 ";
    expect(api.listSent()).to.deep.equal([update, read, read]);
    const uri = await stack.succeed("-C", "use", "stack", "output", "uri", "--show-secrets");
    expect(uri).to.include("redis://sandbox:sandbox-password@cache-1.sandbox.test:6379");
    expect(await stack.readBackend()).not.to.include("sandbox-password");
  });
});
