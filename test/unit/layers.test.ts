import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { preProcessFile } from "typescript";
import { listFiles, readText } from "./docs/files";

const layers: Readonly<Record<string, readonly string[]>> = {
  "": ["resources", "definitions"],
  definitions: [],
  "api/http": ["definitions"],
  "api/wire": ["api/http", "definitions"],
  api: ["definitions"],
  host: ["host/state", "host/messages", "api", "api/wire", "api/http", "definitions"],
  "host/state": ["api/wire", "api/http", "definitions"],
  "host/messages": ["host/state", "api/wire", "api/http", "definitions"],
  resources: ["definitions"],
  sandbox: ["api", "api/http", "definitions"],
};

const files = listFiles("provider").filter((file) => file.endsWith(".ts"));
const folderOf = (file: string) => (dirname(file) === "." ? "" : dirname(file));

function listImports(file: string): string[] {
  const { importedFiles } = preProcessFile(readText(join("provider", file)), true, true);
  const paths = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
  const found = paths.map((path) =>
    normalize(join(dirname(file), path))
      .replaceAll("\\", "/")
      .replace(/\.js$/, ".ts"),
  );
  return found.filter((path) => files.includes(path));
}

it("Folders of provider/: import only from the layers listed for them", () => {
  const wrong = files.flatMap((file) =>
    listImports(file)
      .filter((other) => folderOf(other) !== folderOf(file) && !layers[folderOf(file)]?.includes(folderOf(other)))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong).to.deep.equal([]);
});

it("Files of provider/: have no import cycles, not even for types", () => {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file) || way.includes(file)) return;
    for (const other of listImports(file)) visit(other, [...way, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(circles).to.deep.equal([]);
});

it("Files of host/messages/: import only model.ts from host/state/", () => {
  const imports = files.filter((file) => file.startsWith("host/messages/")).flatMap(listImports);
  const ofState = imports.filter((file) => file.startsWith("host/state/"));
  expect([...new Set(ofState)]).to.deep.equal(["host/state/model.ts"]);
});

it("Comments of provider/: name only test files that exist", () => {
  const named = files.flatMap((file) => readText(join("provider", file)).match(/test\/[\w/-]+\.test\.ts/g) ?? []);
  const tests = listFiles("test").map((file) => `test/${file}`);
  expect(named.filter((name) => !tests.includes(name))).to.deep.equal([]);
});
