import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import { copyOf, requestsTo } from "./project";

describeEngine("the example two-organizations", () => {
  let organizations: Organizations;
  let stack: TestStack;

  before(async () => {
    organizations = await startOrganizations("retail-token", "press-token");
    // No token in the environment: each provider has its own.
    stack = await copyOf("two-organizations", { url: organizations.url, token: "" });
    await stack.configure({}, { retailToken: "retail-token", pressToken: "press-token" });
  });

  after(async () => {
    await stack?.remove();
    await organizations?.close();
  });

  it("sends each organization its own resources, by its token", async () => {
    await stack.up();
    const [retail, press] = organizations.sandboxes.map(requestsTo);
    expect(retail).to.have.members(["POST /applications", "PATCH /caches/cache-1"]);
    expect(press).to.have.members([
      "POST /applications",
      "POST /applications/app-1/environments",
      "PATCH /caches/cache-1",
    ]);
  });

  it("keeps no token in the open", async () => {
    const kept = await stack.backend();
    expect(kept).to.include("app-1").and.not.include("retail-token").and.not.include("press-token");
  });
});

interface Organizations {
  readonly url: string;
  /** In the order of the tokens. */
  readonly sandboxes: readonly Sandbox[];
  close(): Promise<void>;
}

/** One address for several accounts, as the API has it: the token decides whose request it is. */
async function startOrganizations(...tokens: string[]): Promise<Organizations> {
  const sandboxes = await Promise.all(tokens.map((token) => startSandbox({ token })));
  const front = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const account = sandboxes.find(({ token }) => headers.authorization === `Bearer ${token}`);
    if (account === undefined) return void answer.writeHead(403).end("{}");
    const onward = request({ host: "127.0.0.1", port: account.port, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/api`,
    sandboxes,
    async close() {
      front.close();
      front.closeAllConnections();
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    },
  };
}
