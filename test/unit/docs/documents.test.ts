import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { bin, version } from "../../../package.json";
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

it("examples/quickstart/README.md, which `pulumi new` copies: has no links into the repository", () => {
  expect(links("examples/quickstart/README.md").filter((target) => !/^https:/.test(target))).to.deep.equal([]);
});

it("README.md: names the version in package.json, and each type of resource in its first paragraph", () => {
  expect(findNames(readText("README.md"), /^Version (\S+),/gm)).to.deep.equal([version]);
  const [, first = ""] = readText("README.md").split("\n\n");
  expect(tables.map(({ noun }) => `${noun}s`).filter((nouns) => !first.includes(nouns))).to.deep.equal([]);
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

it("docs/troubleshooting.md: every message in its own tables is in the code", () => {
  const [own = ""] = readText("docs/troubleshooting.md").split("## Messages of Pulumi and Node");
  const messages = findNames(own, /^\| (`.+?`) \| /gm).flatMap((cell) => findNames(cell, /`([^`]+)`/g));
  expect(messages).to.have.length.of.at.least(9);
  const sources = listFiles("provider").filter((file) => file.endsWith(".ts"));
  const code = sources.map((file) => readText(join("provider", file))).join("\n");
  // The code takes a status and the noun of a resource from elsewhere.
  const parts = messages.flatMap((message) => message.split(/…|\d+|application|cache/)).map((part) => part.trim());
  expect(parts.filter((part) => !code.includes(part))).to.deep.equal([]);
});
