import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
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

  it("Tarball: has the same integrity if packed under umask 077", async () => {
    const { checkout, listing } = tarball;
    await succeed(checkout, "chmod", ["-R", "go=", "."]);
    expect(await packUnder("077", checkout, createTemporaryFolder("private"))).to.include({
      integrity: listing.integrity,
    });
  });

  it("Tarball: source maps contain the sources and map stack traces to their lines", async () => {
    for (const path of files.filter((file) => file.endsWith(".map"))) {
      const { sourcesContent } = JSON.parse(await readFile(join(tarball.folder, path), "utf8"));
      expect(sourcesContent, path).to.have.lengthOf(1);
    }
    // The definitions need none of the dependencies, which are not installed here.
    const program = `try {
      require("${join(tarball.folder, "dist/definitions/definition.js")}").defineResource("X", { create: "FETCH /x", rows: {} });
    } catch (error) {
      console.log(error.stack);
    }`;
    const stack = await succeed(tarball.folder, "node", ["--enable-source-maps", "--eval", program]);
    const named = [...stack.matchAll(/provider\/definitions\/(\w+\.ts):(\d+):\d+/g)];
    const lines = named.map(([, file = "", line]) => {
      const source = readFileSync(join(root, "provider/definitions", file), "utf8").split("\n");
      return source[Number(line) - 1]?.trim();
    });
    expect(lines).to.deep.equal([
      `throw new Error(\`"\${text}" is no operation such as "PATCH /caches/{cacheId}"\`);`,
      "const create = parseOperation(source.create);",
    ]);
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
