import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { documents, root, text } from "./files";

const { scripts, bin } = JSON.parse(text("package.json")) as Record<"scripts" | "bin", object>;

/** Documents of the project itself; those of examples name the commands of the example. */
const own = documents.filter((path) => !path.startsWith("examples"));

function named(path: string, pattern: RegExp): string[] {
  return [...text(path).matchAll(pattern)].map(([, name = ""]) => name);
}

describe("The commands and files that a document names exist:", () => {
  for (const path of own) {
    it(path, () => {
      const run = named(path, /npm run (?:--silent )?([\w:]+)/g);
      expect(run.filter((name) => !Object.hasOwn(scripts, name))).to.deep.equal([]);
      const programs = named(path, /npx (apphosting-[\w-]+)/g);
      expect(programs.filter((name) => !Object.hasOwn(bin, name))).to.deep.equal([]);
      // A name with a placeholder is no file's.
      const files = named(path, /(?<![\w/-])((?:test|provider|examples)\/[\w./-]+\.(?:ts|md|svg|json|txt))/g);
      expect(files.filter((name) => !existsSync(join(root, name)) && !isExample(name))).to.deep.equal([]);
    });
  }

  it("CONTRIBUTING.md, each test that it runs alone", () => {
    const tests = [...text("CONTRIBUTING.md").matchAll(/npx mocha (\S+\.ts) --grep "(.+)"/g)];
    expect(tests).not.to.deep.equal([]);
    for (const [, file = "", title = ""] of tests) expect(text(file)).to.include(title);
  });

  it("docs/architecture.md, in provider/", () => {
    const files = named("docs/architecture.md", /`((?:definitions|resources|api|host|plugin|sandbox)\/[\w-]+\.ts)`/g);
    expect(files).to.have.length.above(20);
    expect(files.filter((name) => !existsSync(join(root, "provider", name)))).to.deep.equal([]);
  });
});

/** The resource that CONTRIBUTING.md adds as an example. */
function isExample(file: string): boolean {
  return file.endsWith("/bucket.ts");
}
