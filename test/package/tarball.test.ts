import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { publint } from "publint";
import { succeed } from "./command";
import { type Packed, packed } from "./pack";

describe("package: the tarball", () => {
  let tarball: Packed;
  let manifest: Record<string, unknown>;

  before(async () => {
    tarball = await packed();
    manifest = JSON.parse(await readFile(join(tarball.folder, "package.json"), "utf8"));
  });

  it("holds the license, the README, and the program with its public types, and nothing else", () => {
    const { files } = tarball;
    const programs = files.filter((path) => path.endsWith(".js")).map((path) => path.replace(/\.js$/, ""));
    const typed = programs.filter((path) => !/^dist\/(host\/(?!index$)|api\/(?!json$|request$))/.test(path));
    const built = [
      ...programs.flatMap((path) => [`${path}.js`, `${path}.js.map`]),
      ...typed.map((path) => `${path}.d.ts`),
    ];
    expect(programs).to.include.members([
      "dist/index",
      "dist/host/index",
      "dist/sandbox/index",
      "dist/sandbox/cli",
    ]);
    expect([...files].sort()).to.deep.equal(
      [...built, "package.json", "README.md", "LICENSE", "CHANGELOG.md"].sort(),
    );
  });

  it("has less than 85 kB", () => {
    expect(tarball.size).to.be.below(85_000);
  });

  it("has source maps by which a stack names the lines of the sources", async () => {
    const program = `require("${join(tarball.folder, "dist/sandbox/index.js")}").startSandbox({ port: -1 })
      .catch((error) => console.log(error.stack))`;
    const stack = await succeed(tarball.folder, "node", ["--enable-source-maps", "--eval", program]);
    expect(stack).to.match(/provider\/sandbox\/\w+\.ts:\d+:\d+/);
  });

  it("needs axios and zod at run time, and leaves Pulumi's SDK and Node to the project", () => {
    expect(Object.keys(manifest.dependencies as object)).to.have.members(["axios", "zod"]);
    expect(manifest.peerDependencies).to.deep.equal({ "@pulumi/pulumi": ">=3.139.0 <4" });
    expect(manifest.engines).to.deep.equal({ node: ">=20" });
  });

  it("is no plugin that the engine would try to download", () => {
    expect(manifest).not.to.have.property("pulumi");
  });

  it("has nothing that publint objects to, suggestions included", async () => {
    const { buffer, byteOffset, byteLength } = await readFile(tarball.tarball);
    const { messages } = await publint({
      pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer },
      level: "suggestion",
      strict: true,
    });
    expect(messages).to.deep.equal([]);
  });

  it("has types that are found and right under every module resolution", async () => {
    const problems = await succeed(__dirname, "node", ["types.mjs", tarball.tarball]);
    expect(JSON.parse(problems)).to.deep.equal([]);
  });
});
