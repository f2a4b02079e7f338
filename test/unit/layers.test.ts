import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { preProcessFile } from "typescript";
import { listFiles, readText } from "./docs/files";

/** What each folder imports: other folders, and packages. Types count as well. */
const layers: Readonly<Record<string, readonly string[]>> = {
  "": ["resources", "rows"],
  resources: ["rows", "@pulumi/pulumi"],
  // The types of a provider, and a client of the engine's log.
  host: ["api", "rows", "@pulumi/pulumi"],
  api: ["rows", "axios", "https-proxy-agent", "proxy-from-env"],
  sandbox: ["rows"],
  rows: ["fastest-levenshtein", "zod"],
};

const files = listFiles("provider").filter((file) => file.endsWith(".ts"));
const folderOf = (file: string) => (dirname(file) === "." ? "" : dirname(file));

/** Lists the files of provider/ and the packages that a file imports or requires, even if only for types. */
function listImports(file: string): string[] {
  const { importedFiles } = preProcessFile(readText(join("provider", file)), true, true);
  const names = importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith("node:"));
  return names.flatMap((name) => {
    if (!name.startsWith(".")) return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    const path = normalize(join(dirname(file), name)).replaceAll("\\", "/");
    return files.filter((other) => other === path.replace(/\.js$/, ".ts"));
  });
}

for (const [folder, allowed] of Object.entries(layers)) {
  it(`provider/${folder}: imports only ${allowed.join(", ")}`, () => {
    const wrong = files
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) => {
        const places = listImports(file).map((one) => (files.includes(one) ? folderOf(one) : one));
        return places.filter((place) => place !== folder && !allowed.includes(place)).map((one) => `${file}: ${one}`);
      });
    expect(wrong).to.deep.equal([]);
  });
}

it("provider: each folder is a layer", () => {
  expect([...new Set(files.map(folderOf))]).to.have.members(Object.keys(layers));
});

it("provider: no files import each other, not even for types", () => {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file) || way.includes(file)) return;
    for (const other of listImports(file).filter((one) => files.includes(one))) visit(other, [...way, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(circles).to.deep.equal([]);
});

it("Comments of provider/: name only test files that exist", () => {
  const named = files.flatMap((file) => readText(join("provider", file)).match(/test\/[\w/-]+\.test\.ts/g) ?? []);
  const tests = listFiles("test").map((file) => `test/${file}`);
  expect(named.filter((name) => !tests.includes(name))).to.deep.equal([]);
});
