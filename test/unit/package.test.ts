/** What the package promises to Node: the paths of its modules, and how little a program loads. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { exports as paths } from "../../package.json";

const root = join(__dirname, "..", "..");

/** The npm packages and the folders of this one that Node has loaded after it has run the text. */
function loadedBy(text: string): string[] {
  const listing = `for (const file of Object.keys(require.cache)) console.log(file)`;
  const output = execFileSync(process.execPath, ["--require", "tsx/cjs", "--eval", `${text}\n;${listing}`], {
    cwd: root,
    encoding: "utf8",
  });
  const parts = output.split("\n").flatMap((file) => {
    const [, inside] = file.split(`${root}/`);
    const [, name] =
      /^node_modules\/((?:@[^/]+\/)?[^/]+)\/|^(provider\/[^/]+)\//.exec(inside ?? "")?.filter(Boolean) ?? [];
    return name ?? [];
  });
  return [...new Set(parts)];
}

describe("The package", () => {
  it("exports the host by the path that state holds", () => {
    expect(paths["./host"].default).to.equal("./dist/host/index.js");
    expect(paths["./host"].types).to.equal("./dist/host/index.d.ts");
  });

  it("loads @pulumi/pulumi and its own resources in a program, neither axios nor zod nor the host", () => {
    const loaded = loadedBy('const { Cache } = require("./provider/index.ts"); if (!Cache) throw 1;');
    expect(loaded).to.include("@pulumi/pulumi").and.include("provider/resources");
    for (const absent of ["axios", "zod", "provider/host", "provider/api", "provider/sandbox"]) {
      expect(loaded).to.not.include(absent);
    }
  }).timeout(60_000);

  it("loads zod but neither Pulumi nor axios in the host, until the first request", () => {
    const loaded = loadedBy('const { cache } = require("./provider/host/index.ts"); if (!cache) throw 1;');
    expect(loaded).to.include("zod").and.include("provider/host");
    for (const absent of ["axios", "@pulumi/pulumi", "provider/resources", "provider/sandbox"]) {
      expect(loaded).to.not.include(absent);
    }
  }).timeout(60_000);
});
