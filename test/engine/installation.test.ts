import { rm, symlink } from "node:fs/promises";
import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";

describeEngine("a project folder that is a symlink", () => {
  const use = useStack(() => startSandbox());
  let link: string;

  beforeEach(async () => {
    link = `${use.stack.folder}-link`;
    await symlink(use.stack.folder, link);
    await use.stack.program('new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n');
  });
  afterEach(() => rm(link, { force: true }));

  for (const flags of ["", "--preserve-symlinks --preserve-symlinks-main"]) {
    it(`is taken for what it is, and one copy of the package for one ${flags}`.trim(), async () => {
      use.stack.environment.NODE_OPTIONS += ` ${flags}`;
      await use.stack.up("--cwd", link);
      expect(use.api.requests()).to.have.length(1);
    });
  }
});
