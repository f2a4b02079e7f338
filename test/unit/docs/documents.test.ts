import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { bin, version } from "../../../package.json";
import * as exported from "../../../provider";
import { tables } from "../../../provider/rows";
import { readCommentedRows } from "../../tools/comments";
import { changeTexts, pages, renderPage, renderReference } from "../../tools/reference";
import { resources } from "../documented-resources";
import { documents, findNames, listFiles, readProse, readText, root } from "./files";

const folders = ["", "provider"];
const exists = (file: string) => folders.some((folder) => existsSync(join(root, folder, file)));

/** As GitHub derives them from unique headings. */
function anchors(path: string): string[] {
  return findNames(readProse(readText(path)), /^#{1,6} +(.+?) *$/gm).map((heading) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    return words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
  });
}

function links(path: string): string[] {
  return findNames(readProse(readText(path)).replaceAll(/`[^`\n]*`/g, ""), /\]\(([^)\s]+)\)/g);
}

function leads(path: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const found = file === "" ? path : normalize(join(dirname(path), file));
  return existsSync(join(root, found)) && (anchor === undefined || anchors(found).includes(anchor));
}

for (const path of documents) {
  it(`${path}: its links, commands and files exist`, () => {
    const relative = links(path).filter((target) => !/^https?:/.test(target));
    const broken = relative.filter((target) => !leads(path, target));
    expect(broken, "correct these links, or the headings that they name").to.deep.equal([]);
    // An example has its own commands and files.
    if (path.startsWith("examples")) return;
    const words = readText(path);
    expect(bin).to.include.keys("apphosting-sandbox", ...findNames(words, /npx (apphosting-[\w-]+)/g));
    // Names with placeholders aren't files; CONTRIBUTING.md adds a database cluster as an example.
    const pattern =
      /(?<![\w/-])((?:test|provider|examples|rows|resources|api|host|sandbox)\/[\w./-]+\.(?:ts|md|svg|json|txt))/g;
    const missing = findNames(words.replaceAll(/\]\([^)]*\)/g, "]"), pattern).filter(
      (file) => !exists(file) && !file.endsWith("/database-cluster.ts"),
    );
    expect(missing).to.deep.equal([]);
  });
}

it("README.md: links to each page of docs/", () => {
  const pages = documents.filter((path) => /^docs[\\/]/.test(path)).map((path) => path.replace("\\", "/"));
  expect(links("README.md")).to.include.members(pages);
});

it("Documents: each npm install takes the tarball, except one for a registry in README.md", () => {
  const packages = documents.flatMap((path) => findNames(readText(path), /npm install\b([^#\n`]*)/g));
  expect(packages.filter((names) => names.includes("apphosting"))).to.have.length.above(1);
  const others = packages.filter((names) =>
    /(?<!\.\/)pulumi-apphosting|pulumi-apphosting(?!-<version>\.tgz)/.test(names),
  );
  expect(others).to.deep.equal([" pulumi-apphosting"]);
  expect(readText("README.md")).to.include("`npm install pulumi-apphosting`. **Until then,**");
});

it("examples/quickstart/README.md, which `pulumi new` copies: has no links into the repository", () => {
  expect(links("examples/quickstart/README.md").filter((target) => !/^https:/.test(target))).to.deep.equal([]);
});

it("README.md: names the version in package.json, and each type of resource in its first paragraph", () => {
  expect(findNames(readText("README.md"), /^Version (\S+),/gm)).to.deep.equal([version]);
  const [, first = ""] = readText("README.md").split("\n\n");
  expect(tables.filter(({ noun }) => !first.includes(`${noun}s`))).to.deep.equal([]);
});

it("README.md: its program has the resources and defaults of examples/quickstart", () => {
  const findResources = (program: string) => /^const application[\s\S]*?(?=^export)/m.exec(program)?.[0] ?? "";
  const [program = ""] = findNames(readText("README.md"), /^```ts\n([\s\S]*?)^```$/gm);
  const quickstart = readText("examples/quickstart/index.ts").replaceAll(/config\.\w+(?:<\w+>)?\("\w+"\) \?\? /g, "");
  const plain = (text: string) => findResources(text).replaceAll(/ +\/\/.*$/gm, "");
  expect(plain(program)).to.include("new Cache(").and.to.equal(plain(quickstart));
});

const generated = [...Object.keys(pages), "docs/reference.md"];
for (const path of generated) {
  it(`${path}: its generated parts match the output of \`npm run write:docs\``, () => {
    const text = readText(path);
    const isUpToDate = text === (path in pages ? renderPage(path, text) : renderReference());
    expect(isUpToDate, "outdated: run `npm run write:docs`").to.equal(true);
  });
}

it("provider/index.ts: exports the class of each table", () => {
  const classes = Object.entries(exported).filter(([, value]) => "__pulumiType" in value);
  expect(classes.map(([name]) => name)).to.have.members(tables.map(({ className }) => className));
});

for (const { documented, table } of resources) {
  const { className, idArgument } = table;
  const { rows } = readCommentedRows(table);
  const listNames = (select: (comment: string) => boolean) =>
    rows.filter(({ comment }) => select(comment)).map(({ name }) => name);

  it(`${className}: each row has a comment, which says of a secret that it's one`, () => {
    expect(listNames((comment) => comment === "")).to.deep.equal([]);
    expect(listNames((comment) => /\ba secret\./i.test(comment))).to.have.members(documented.secrets);
  });

  for (const { name, row, comment } of rows) {
    if (row.role === "output") continue;
    it(`${className}.${name}: its comment names its limits, and what a change does`, () => {
      const rules = Object.keys(documented.arguments[name]?.invalid ?? {}).join("\n");
      const limits = rules.match(/\d+(?= to \d)|(?<=\d to |at most )\d+/g) ?? [];
      expect(limits.filter((limit) => !comment.includes(limit))).to.deep.equal([]);
      // The comment of an id describes its own change.
      if (name === idArgument) return;
      const sentences = Object.values(changeTexts).map(({ sentence }) => sentence);
      const found = sentences.filter((sentence) => comment.includes(sentence));
      expect(found).to.deep.equal([changeTexts[row.change].sentence]);
    });
  }
}

/** Names that the code takes from a table, and a document may write out. */
const names = tables.flatMap(({ className, noun, arguments: all }) => [
  className,
  noun,
  ...all.map(({ name }) => name),
]);
const varying = new RegExp(`…|\\d[\\d.]*|"[^"]*"|apphosting:\\w+|\\b(?:${names.join("|")})\\b`);

/** Reads the code that has messages, without comments, with split strings joined. */
function readCode(): string {
  const paths = ["provider", "test/tools"].flatMap((folder) => listFiles(folder).map((file) => join(folder, file)));
  const sources = paths.filter((path) => path.endsWith(".ts")).map(readText);
  return sources
    .join("\n")
    .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
    .replaceAll(/["`] \+\s+["`]/g, "");
}

/** The parts of a message that don't vary, except short words. */
function fixedParts(message: string): string[] {
  const parts = message.split(varying).map((part) => part.replaceAll(/^\W+|\W+$/g, ""));
  return parts.filter((part) => /\w.*\W+\w|\w{6}/.test(part));
}

it("docs/troubleshooting.md: every message in its tables is in the code", () => {
  const [own = ""] = readText("docs/troubleshooting.md").split("## Messages of Pulumi and Node");
  const rows = own
    .split(/^\| Message .*\n.*\n/m)
    .slice(1)
    .flatMap((table) => table.split("\n\n", 1)[0]?.split("\n") ?? []);
  const messages = rows.flatMap((row) => findNames(row.split(" | ", 1)[0] ?? "", /`([^`]+)`/g));
  expect(messages.length).to.be.at.least(10);
  const code = readCode();
  expect(messages.filter((message) => fixedParts(message).some((part) => !code.includes(part)))).to.deep.equal([]);
});
