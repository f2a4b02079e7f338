import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { startFaultySandbox } from "../faults";
import { copyExample, runReadme, runShell } from "./project";

describeEngine("the example shared-cache", () => {
  const example = shareStack(
    () => startFaultySandbox({ operations: true }),
    (api) => copyExample("shared-cache", api),
  );

  it("Example shared-cache: one stack updates the cache, the other one reads it in preview and up, and destroy sends nothing", async () => {
    const { stack, api } = example;
    const made = { APPHOSTING_BASE_URL: "", APPHOSTING_TOKEN: "", PULUMI_SKIP_CONFIRMATIONS: "true" };
    Object.assign(stack.environment, made);
    await runReadme(stack, { "https://<address of the API>": api.url, "<token>": api.token });
    const read = "GET /caches/cache-1 ";
    const sent = [
      'PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true,"hibernation_timeout":30}',
      read,
      read,
    ];
    expect(api.listSent()).to.deep.equal(sent);
    const { text } = await runShell(stack, "pulumi -C use stack output uri --show-secrets && pulumi -C use destroy");
    expect(text).to.include("redis://sandbox:sandbox-password@cache-1.sandbox.test:6379");
    expect(api.listSent()).to.deep.equal(sent);
    expect(await stack.readBackend()).not.to.include("sandbox-password");
  });
});
