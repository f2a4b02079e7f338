import { readdir, readFile, stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { expect } from "chai";
import { publint } from "publint";
import { engineTimeout } from "../engine/describe";
import { succeed } from "../tools/command";
import { type Packed, packOnce, root } from "./pack";

/** Lists the files that git keeps: no settings of a stack, which can hold a token, and nothing that npm installed. */
async function filesOfExamples(): Promise<string[]> {
  const all = await readdir(join(root, "examples"), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const kept = files.filter((file) => !/[\\/]node_modules[\\/]|Pulumi\.[^\\/]+\.yaml$|\.gitignore$|\.tgz$/.test(file));
  return kept.map((file) => relative(root, file));
}

describe("package: the tarball", function () {
  this.timeout(engineTimeout);
  let tarball: Packed;
  let files: readonly string[];

  before(async () => {
    tarball = await packOnce();
    files = tarball.files.map(({ path }) => path);
  });

  it("Tarball: contains only programs with source maps and types, documents and examples", async () => {
    const sources = await readdir(join(root, "provider"), { recursive: true, encoding: "utf8" });
    const built = sources
      .filter((path) => path.endsWith(".ts"))
      .map((path) => posix.join("dist", ...path.split(sep)).replace(/\.ts$/, ""))
      .flatMap((path) => [`${path}.js`, `${path}.js.map`, `${path}.d.ts`]);
    expect([...files].sort()).to.deep.equal(
      [
        ...built,
        ...(await readdir(join(root, "docs"))).map((file) => `docs/${file}`),
        ...(await filesOfExamples()),
        ...["package.json", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"],
      ].sort(),
    );
  });

  it("Tarball: relative links in its documents lead to its own files and folders", async () => {
    const missing: string[] = [];
    for (const path of files.filter((file) => file.endsWith(".md"))) {
      const text = await readFile(join(tarball.folder, path), "utf8");
      const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
      for (const target of targets.filter((one) => !/^https?:/.test(one))) {
        const found = posix.join(posix.dirname(path), target);
        const isPacked = files.some((file) => file === found || file.startsWith(`${found}/`));
        if (!isPacked) missing.push(`${path}: ${target}`);
      }
    }
    expect(missing).to.deep.equal([]);
  });

  // npm also runs `prepare` of a tarball installed by path, and warns of each such script.
  it("Tarball: package.json has no install scripts", async () => {
    const { scripts } = JSON.parse(await readFile(join(tarball.folder, "package.json"), "utf8"));
    expect(scripts).not.to.have.any.keys("preinstall", "install", "postinstall", "prepare");
  });

  it("npm pack: replaces no file of dist that stays the same, which a test run may be loading", async () => {
    const checkout = join(tarball.folder, "../../checkout");
    const { ino } = await stat(join(checkout, "dist/index.js"));
    await succeed(checkout, "npm", ["run", "prepack"]);
    expect((await stat(join(checkout, "dist/index.js"))).ino).to.equal(ino);
  });

  it("Tarball: publint reports nothing, not even suggestions", async () => {
    const { buffer, byteOffset, byteLength } = await readFile(tarball.tarball);
    const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer };
    const { messages } = await publint({ pack, level: "suggestion", strict: true });
    expect(messages).to.deep.equal([]);
  });
});
