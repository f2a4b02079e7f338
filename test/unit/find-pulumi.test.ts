/** On a machine in a folder: a shell script stands for Pulumi, and nothing else is on PATH. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { mock } from "node:test";
import { version } from "@pulumi/pulumi/version";
import { expect } from "chai";
import { cacheFolder, findPulumi } from "../tools/pulumi/find";

describe("The search for Pulumi", () => {
  const environment = process.env;
  let folder: string;
  let path: string;
  const log = () => {};

  function programs(folder: string, scripts: Readonly<Record<string, string>>): void {
    mkdirSync(folder, { recursive: true });
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "find-pulumi-"));
    path = join(folder, "path");
    process.env = { PATH: path, XDG_CACHE_HOME: folder };
    mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("fetch failed")));
  });

  afterEach(() => {
    mock.restoreAll();
    process.env = environment;
    rmSync(folder, { recursive: true });
  });

  it("takes what is on PATH, with the launcher of the npm package, once for a process", async () => {
    programs(path, { pulumi: "echo v3.200.1", "pulumi-language-nodejs": "" });
    const bin = [path, dirname(require.resolve("@pulumi/pulumi/package.json"))].join(delimiter);
    const found = { bin, version: "3.200.1", origin: "installed" };
    expect(await findPulumi({ log })).to.deep.equal(found);
    programs(path, { pulumi: "exit 1" });
    expect(await findPulumi({ log })).to.deep.equal(found);
  });

  it("says what was tried and what to install where no way is left, and leaves nothing behind", async () => {
    programs(path, { pulumi: "echo 3.100.0" });
    const failure = await findPulumi({ log }).catch((error: Error) => error.message);
    expect(failure)
      .to.include("is 3.100.0, below 3.139.0")
      .and.include("Official release: get.pulumi.com cannot be reached")
      .and.include("Build from Go modules: spawn go ENOENT")
      .and.include("Install Pulumi (https://www.pulumi.com/docs/install/), or Go to have it built.");
    expect(readdirSync(dirname(cacheFolder()))).to.be.empty;
  });

  it("would build the version that the SDK has", () => {
    const goMod = readFileSync(join(__dirname, "../tools/pulumi/engine/go.mod"), "utf8");
    expect(goMod).to.include(`/pulumi/pkg/v3 v${version}\n`);
  });
});
