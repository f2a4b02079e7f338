/** What the API receives from the program, on the real engine: seconds. Needs the Pulumi CLI, and no account. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { type Sandbox, startSandbox } from "pulumi-apphosting/sandbox";
import { createShop } from "../shop";

describe("the shop on the sandbox", () => {
  let folder: string;
  let sandbox: Sandbox;
  let stack: Stack;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "shop-"));
    sandbox = await startSandbox();
    stack = await LocalWorkspace.createStack(
      { stackName: "staging", projectName: "shop", program: async () => void createShop("staging") },
      {
        // For the state of the stack. The program itself runs here, in the folder of `npm test`.
        workDir: folder,
        envVars: {
          PULUMI_BACKEND_URL: `file://${folder}`,
          PULUMI_CONFIG_PASSPHRASE: "test",
          APPHOSTING_BASE_URL: sandbox.url,
          APPHOSTING_TOKEN: sandbox.token,
        },
      },
    );
  });

  after(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("creates the application and its environment, and adopts the cache", async () => {
    await stack.up();

    const { applications, caches } = sandbox.state();
    assert.deepEqual(
      applications.map(({ attributes }) => attributes.name),
      ["Web shop, staging"],
    );
    assert.equal(caches.find(({ id }) => id === "cache-2")?.attributes.name, "sessions-staging");
    assert.deepEqual(
      sandbox
        .requests()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
      ["PATCH /caches/cache-2", "POST /applications", "POST /applications/app-1/environments"],
    );
  });
});
