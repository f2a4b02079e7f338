import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { engineTimeout } from "../engine/describe";
import { root } from "./project";

const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
const run = promisify(execFile);

describe("the workflows", function () {
  this.timeout(engineTimeout);
  it("Workflows of this repository and those to copy: pass actionlint", async function () {
    // In CI a missing Go fails the run below.
    if (!process.env.CI && (await run("go", ["version"]).catch(() => undefined)) === undefined) {
      console.error("There is no Go, which would run actionlint.");
      this.skip();
    }
    const files: string[] = [];
    for (const folder of [".github/workflows", "examples/workflows"]) {
      files.push(...(await readdir(join(root, folder))).map((name) => join(root, folder, name)));
    }
    expect(files).to.have.length(5);
    const { stdout } = await run("go", ["run", actionlint, "-no-color", ...files], { cwd: tmpdir() }).catch(
      (error: { stdout: string; message: string }) => ({ stdout: error.stdout || error.message }),
    );
    expect(stdout).to.equal("");
  });
});
