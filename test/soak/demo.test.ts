import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { root } from "../examples/project";
import { succeed } from "../tools/command";

describeEngine("the demo", () => {
  it("Demo: runs to the end and leaves no temporary files", async () => {
    const temporary = await mkdtemp(join(tmpdir(), "demo-"));
    try {
      // Without the build of `npm run demo`: other tests use dist/ meanwhile.
      const demo = ["--require", "tsx/cjs", "test/tools/demo.ts"];
      expect(await succeed(root, process.execPath, demo, { TMPDIR: temporary })).to.include("\nShown: no request");
      // tsx keeps its output.
      expect((await readdir(temporary)).filter((name) => !name.startsWith("tsx"))).to.be.empty;
    } finally {
      await rm(temporary, { recursive: true });
    }
  });
});
