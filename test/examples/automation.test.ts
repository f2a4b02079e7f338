import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { copyExample, edit, runReadme, runShell } from "./project";

describeEngine("the example automation", () => {
  const example = useStack(undefined, (api) => copyExample("automation", api));
  const deploy = (command: string) => runShell(example.stack, `npm run --silent deploy -- ${command}`);

  it("Example automation: previews, deploys and destroys by the commands of its README, and prints progress", async () => {
    const { api } = example;
    const succeed = async (command: string) => {
      const { code, text } = await deploy(command);
      expect(code, text).to.equal(0);
      return text;
    };

    const up = await succeed("up");
    expect(
      inOrder(up, "… create Application shop", "✓ create Application shop", "✓ create Environment staging"),
    ).to.equal(true, up);
    expect(up).to.include("applicationId = app-1").and.include("cacheUri = [secret]");
    expect(up).not.to.include("sandbox-password");
    expect(api.listSent()).to.have.length(3);

    expect(await succeed("preview")).to.include("same: 4");
    const { url, token } = api;
    const text = await runReadme(example.stack, { "https://<address of the API>": url, "<token>": token });
    expect(text).to.include("delete Application shop");
    expect(api.listSent()).to.have.length(3);
  });

  it("Example automation: prints each warning once, and no debug messages", async () => {
    expect((await deploy("up")).code).to.equal(0);
    await edit(example.stack, "program.ts", 'name: "staging"', 'name: "stage"');
    const { code, text } = await deploy("preview");
    expect(code, text).to.equal(0);
    expect(text.match(/^warning: Environment staging \(env-2\)/gm)).to.have.length(1);
    expect(text).not.to.match(/^debug/m);
  });

  it("Example automation: ends with an error and the reason where the API refuses the token", async () => {
    example.stack.environment.APPHOSTING_TOKEN = "another-token";
    const { code, text } = await deploy("up");
    expect(code).not.to.equal(0);
    expect(text).to.include("✗ create Application shop").and.include("error: ").and.include("403");
  });
});

function inOrder(text: string, ...parts: string[]): boolean {
  const places = parts.map((part) => text.indexOf(part));
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
}
