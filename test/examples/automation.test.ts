import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { cutConnection, startFaultySandbox } from "../faults";
import { copyExample, runReadme, runShell, startShell } from "./project";

describeEngine("example automation", () => {
  const example = useStack(startFaultySandbox, (api) => copyExample("automation", api));

  it("Example automation: the commands of its README print progress and each warning once", async () => {
    const { stack, api } = example;
    const text = await runReadme(stack, { "https://<address of the API>": api.url, "<token>": api.token });
    const [preview = "", rest = ""] = text.split("would be: ");
    expect(inOrder(preview, "… create Application shop", "✓ create Application shop")).to.equal(true, text);
    expect(
      inOrder(
        rest,
        "{ create: 4 }",
        "… create Application shop",
        "✓ create Application shop",
        "✓ create Environment staging",
        "applicationId = app-1",
        "cacheUri = [secret]",
        "✓ delete Application shop",
      ),
    ).to.equal(true, text);
    expect(preview.match(/^warning: Cache sessions \(cache-1\) will be adopted/gm)).to.have.length(1);
    expect(text).not.to.match(/sandbox-password|^debug/m);
    expect(api.listSent()).to.have.length(3);
  });

  it("Example automation: an up killed during a create stops the next before it sends anything", async () => {
    const { api } = example;
    // The application and the cache. The environment waits for the application. A response would have the engine write
    // the state, and for a moment it has none: the file backend renames the old one first.
    api.addFault(cutConnection("stall", "after"), { times: 2 });
    const { ended, signal } = await startShell(example, ["-c", "npm run --silent deploy -- up"], { requests: 2 });
    signal("SIGKILL");
    await ended;
    const { code, text } = await runShell(example.stack, "npm run --silent deploy -- up");
    expect(code).not.to.equal(0);
    expect(text)
      .to.include('See "After a killed up" in docs/existing-resources.md')
      .and.include("dynamic/apphosting:Application::shop");
    expect(api.listSent()).to.have.length(2);
  });
});

function inOrder(text: string, ...parts: string[]): boolean {
  const places = parts.map((part) => text.indexOf(part));
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
}
