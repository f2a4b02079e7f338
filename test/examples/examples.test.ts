/** The examples, by the commands of their READMEs. */

import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import { cutConnection, type Fault, type FaultySandbox, startFaultySandbox } from "../faults";
import { readCommands } from "../tools/command";
import { copyExample, root, runCommands, runShell, startShell, useExample } from "./project";

/** The commands by which the README of an example sets something. */
const readSettings = (stack: TestStack, values = {}) =>
  readCommands(`${stack.folder}/README.md`, values).filter((block) => /^(pulumi config set|export) /.test(block));

/** Runs the first commands of the README of an example, as in a clone: the packages are installed above the folder. */
function runReadme(stack: TestStack, values = {}): Promise<string> {
  const [commands = ""] = readCommands(`${stack.folder}/README.md`, values);
  return runCommands(stack, commands);
}

/** The commands set the address and the token. */
const leaveToReadme = (stack: TestStack) =>
  Object.assign(stack.environment, {
    APPHOSTING_BASE_URL: "",
    APPHOSTING_TOKEN: "",
    PULUMI_SKIP_CONFIRMATIONS: "true",
  });
const placeholders = ({ url, token }: FaultySandbox) => ({ "https://<address of the API>": url, "<token>": token });

const createApplication = "POST /applications";
const createEnvironment = "POST /applications/app-1/environments";

const requests = {
  "cache-tuning": ["PATCH /caches/cache-1", "PATCH /caches/cache-2", "PATCH /caches/cache-3"],
  environments: [createApplication, createEnvironment, createEnvironment],
  javascript: [createApplication, createEnvironment, "PATCH /caches/cache-1"],
  "unit-tested": [createApplication, createEnvironment, "PATCH /caches/cache-2"],
};

for (const [name, expected] of Object.entries(requests)) {
  describeEngine(`example ${name}`, () => {
    const example = useExample(name);

    it(`Example ${name}: up sends one request per resource`, async () => {
      const { stack, api } = example;
      await runCommands(stack, readSettings(stack).join(""));
      await stack.up();
      expect(api.listSent().map((line) => line.split(" {")[0])).to.have.members(expected);
    });

    if (name === "environments") {
      it("Example environments: up creates an environment for an added branch", async () => {
        const { stack, api } = example;
        await stack.succeed("config", "set", "--path", "environments.next", "feature/next");
        const [sent = "", ...more] = await recordRequests(api, () => stack.up());
        expect(sent).to.match(/^POST \/applications\/app-1\/environments .*"feature\/next"/);
        expect(more).to.deep.equal([]);
        for (const branch of ["develop", "main"]) expect(api.listSent().join()).to.include(`"branch":"${branch}"`);
      });
    }
    if (name === "unit-tested") {
      it("Example unit-tested: its own tests pass", async () => {
        expect(await runReadme(example.stack)).to.match(/\b6 passing/);
      });
    }
  });
}

describeEngine("example automation", () => {
  const example = useStack(startFaultySandbox, (api) => copyExample("automation", api));

  it("Example automation: the commands of its README print progress and each warning once", async () => {
    const { stack, api } = example;
    const text = await runReadme(stack, placeholders(api));
    const [preview = "", rest = ""] = text.split("would be: ");
    expectInOrder(preview, "… create Application shop", "✓ create Application shop");
    expectInOrder(
      rest,
      "{ create: 4 }",
      "… create Application shop",
      "✓ create Application shop",
      "✓ create Environment staging",
      "applicationId = app-1",
      "cacheUri = [secret]",
      "✓ delete Application shop",
    );
    expect(preview.match(/^warning: Cache sessions \(cache-1\) will be adopted/gm)).to.have.length(1);
    expect(text).not.to.match(/sandbox-password|^debug/m);
    expect(api.listSent()).to.have.length(3);
  });

  it("Example automation: an up killed during a create stops the next before it sends anything", async () => {
    const { stack, api } = example;
    // The application and the cache. The environment waits for the application. A response would have the engine write
    // the state, and for a moment it has none: the file backend renames the old one first.
    api.addFault(cutConnection("stall", "after"), { times: 2 });
    const { ended, signal } = await startShell(example, ["-c", "npm run --silent deploy -- up"], { requests: 2 });
    signal("SIGKILL");
    await ended;
    const { code, text } = await runShell(stack, "npm run --silent deploy -- up");
    expect(code).not.to.equal(0);
    expect(text)
      .to.include('See "After a killed up" in docs/existing-resources.md')
      .and.include("dynamic/apphosting:Application::shop");
    expect(api.listSent()).to.have.length(2);
  });
});

function expectInOrder(text: string, ...parts: string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  expect(places, text).not.to.include(-1);
  expect(places, text).to.deep.equal(places.toSorted((one, other) => one - other));
}

describeEngine("example two-organizations", () => {
  const example = useStack(startFaultySandbox, (api) => copyExample("two-organizations", api));

  it("Example two-organizations: uses each organization's token, and stores none in the state", async () => {
    const { api, stack } = example;
    const sent: string[] = [];
    // Both have one address: the token says whose request it is. The sandbox expects its own.
    const readToken: Fault = ({ headers: { authorization = "", ...headers }, ...request }, next) => {
      sent.push(`${authorization.replace("Bearer ", "")}: ${request.method} ${request.path}`);
      return next({ ...request, headers: { ...headers, authorization: `Bearer ${api.token}` } });
    };
    api.addFault(readToken, { lasts: true });
    const values = {
      ...placeholders(api),
      "<token>": "unused-token",
      "<token of the first organization>": "retail-token",
      "<token of the second organization>": "press-token",
    };
    leaveToReadme(stack);
    await stack.removeState();
    const [shared = ""] = readCommands(`${root}/examples/README.md`, values);
    const text = await runCommands(stack, [shared, ...readSettings(stack, values), "pulumi up"].join("\n"));
    expect(text).to.match(/ created\n/);
    expect(sent.map((line) => line.replace(/app-\d/, "app"))).to.have.members([
      "retail-token: POST /applications",
      "retail-token: PATCH /caches/cache-1",
      "press-token: POST /applications",
      "press-token: POST /applications/app/environments",
      "press-token: PATCH /caches/cache-1",
    ]);
    expect(await stack.readBackend())
      .to.include("app-1")
      .and.not.match(/(retail|press|unused)-token/);
  });
});

describeEngine("example shared-cache", () => {
  const example = useStack(
    () => startFaultySandbox({ operations: true }),
    (api) => copyExample("shared-cache", api),
  );

  it("Example shared-cache: one stack updates the cache, and the other reads it", async () => {
    const { stack, api } = example;
    leaveToReadme(stack);
    await runReadme(stack, placeholders(api));
    const update = 'PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true,"hibernation_timeout":30}';
    const read = "GET /caches/cache-1 ";
    expect(api.listSent()).to.deep.equal([update, read, read]);
    const uri = await stack.succeed("-C", "use", "stack", "output", "uri", "--show-secrets");
    expect(uri).to.include("redis://sandbox:sandbox-password@cache-1.sandbox.test:6379");
    expect(await stack.readBackend()).not.to.include("sandbox-password");
  });
});
