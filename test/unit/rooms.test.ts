/** Which folder of provider/ may import which, types included. What is not listed may not. */

import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { preProcessFile } from "typescript";
import { listFiles, readText } from "./docs/files";

/** Each folder with those that its files import beside their own. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "": ["resources", "definitions"],
  definitions: [],
  "api/http": ["definitions"],
  "api/wire": ["api/http", "definitions"],
  api: ["definitions"],
  host: ["host/messages", "api", "api/wire", "api/http", "definitions"],
  "host/messages": ["host", "api/wire", "api/http", "definitions"],
  resources: ["definitions"],
  sandbox: ["api", "api/http", "definitions"],
};

const files = listFiles("provider").filter((file) => file.endsWith(".ts"));
const roomOf = (file: string) => (dirname(file) === "." ? "" : dirname(file));

/** The files that a file imports, from the folder of the package. */
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

it("Folders of provider/: imports run one way", () => {
  const wrong = files.flatMap((file) =>
    listImports(file)
      .filter((other) => roomOf(other) !== roomOf(file) && !rooms[roomOf(file)]?.includes(roomOf(other)))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong).to.deep.equal([]);
});

it("Files of provider/: no two import each other, not even by way of others or for types alone", () => {
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
