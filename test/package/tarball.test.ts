import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { expect } from "chai";
import { publint } from "publint";
import { engineTimeout } from "../engine/describe";
import { createTemporaryFolder, succeed } from "../tools/command";
import { type Packed, packOnce, packUnder, root } from "./pack";

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
  let manifest: Record<string, unknown>;

  before(async () => {
    tarball = await packOnce();
    files = tarball.listing.files.map(({ path }) => path);
    manifest = JSON.parse(await readFile(join(tarball.folder, "package.json"), "utf8"));
  });

  it("Tarball: contains only programs with source maps and types, documents and examples", async () => {
    const programs = files.filter((path) => /^dist\/.*\.js$/.test(path));
    expect(programs).to.include.members([
      "dist/index.js",
      "dist/host/index.js",
      "dist/sandbox/index.js",
      "dist/sandbox/cli.js",
    ]);
    const sources = await readdir(join(root, "provider"), { recursive: true, encoding: "utf8" });
    const types = sources
      .filter((path) => path.endsWith(".ts"))
      .map((path) => posix.join("dist", ...path.split(sep)).replace(/ts$/, "d.ts"));
    const built = [...programs.flatMap((path) => [path, `${path}.map`]), ...types];
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
  it("Tarball: package.json has no install scripts", () => {
    const scripts = ["preinstall", "install", "postinstall", "prepare"];
    expect(manifest.scripts).not.to.have.any.keys(...scripts);
  });

  // Two fifths are source maps with the sources, and a tenth is docs/: neither costs a program anything.
  it("Tarball: is smaller than 300 kB", () => {
    expect(tarball.listing.size).to.be.below(300_000);
  });

  it("npm pack: gives the same tarball again, under umask 077 and after an earlier build", async () => {
    const { checkout, listing } = tarball;
    const dist = join(checkout, "dist");
    const used = join(dist, "index.js");
    const { ino } = await stat(used);
    await writeFile(join(dist, "stale.js"), "");
    await writeFile(join(dist, "host/index.js"), "");
    await succeed(checkout, "chmod", ["-R", "go=", "."]);
    const again = await packUnder("077", checkout, createTemporaryFolder("private"));
    expect(again).to.include({ integrity: listing.integrity });
    // A test run beside it can be loading this file.
    expect((await stat(used)).ino, "dist/index.js was replaced").to.equal(ino);
  });

  it("Tarball: source maps contain the sources and map stack traces to their lines", async () => {
    for (const path of files.filter((file) => file.endsWith(".map"))) {
      const { sourcesContent } = JSON.parse(await readFile(join(tarball.folder, path), "utf8"));
      expect(sourcesContent, path).to.have.lengthOf(1);
    }
    // This file needs none of the dependencies, which aren't installed here.
    const program = `try {
      require("${join(tarball.folder, "dist/api/retry.js")}").shouldRetry("GET");
    } catch (error) {
      console.log(error.stack);
    }`;
    const stack = await succeed(tarball.folder, "node", ["--enable-source-maps", "--eval", program]);
    const [, line] = /provider\/api\/retry\.ts:(\d+):\d+/.exec(stack) ?? [];
    const source = (await readFile(join(root, "provider/api/retry.ts"), "utf8")).split("\n");
    // The line of the parameter that the call leaves out.
    expect(source[Number(line) - 1], stack).to.include("status = 0");
  });

  it("Tarball: publint reports nothing, not even suggestions", async () => {
    const { buffer, byteOffset, byteLength } = await readFile(tarball.tarball);
    const { messages } = await publint({
      pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer },
      level: "suggestion",
      strict: true,
    });
    expect(messages).to.deep.equal([]);
  });

  it("Tarball: its types resolve correctly under every module resolution", async () => {
    const problems = await succeed(__dirname, "node", ["types.mjs", tarball.tarball]);
    expect(JSON.parse(problems)).to.deep.equal([]);
  });
});
