import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { definitions } from "../../../provider/definitions";
import { findNames, readText, root } from "./files";

/** What the code takes from a definition, and a document may write out: kinds of resources, and arguments. */
const names = definitions.flatMap((definition) => [
  definition.names.class,
  definition.names.label,
  ...definition.arguments.map(({ name }) => name),
]);
const varying = new RegExp(`…|\\d[\\d.]*|"[^"]*"|apphosting:\\w+|\\b(?:${names.join("|")})\\b`);

/** Where a message of this project can be; those of the engine and Node have a section of their own. */
const places = ["provider", "test/tools"];
const foreign = "## Messages of Pulumi and Node";

/** The code of a folder without comments, its texts in one piece where they are broken over lines. */
function code(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => readText(join(folder, file)));
  return sources
    .join("\n")
    .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
    .replaceAll(/["`] \+\s+["`]/g, "");
}

/** The parts of a message that do not vary, but for those of one word or less. */
function fixedParts(message: string): string[] {
  return message
    .split(varying)
    .map((part) => part.replaceAll(/^\W+|\W+$/g, ""))
    .filter((part) => /\w.*\W+\w|\w{6}/.test(part));
}

function documented(page: string): string[] {
  const [own = ""] = readText(page).split(foreign);
  const tables = own.split(/^\| Message .*\n.*\n/m).slice(1);
  const rows = tables.flatMap((table) => table.split("\n\n", 1)[0]?.match(/^\| `.*$/gm) ?? []);
  return rows.flatMap((row) => findNames(row.split(" | ", 1)[0] ?? "", /`([^`]+)`/g));
}

it("Each message in the tables of docs/troubleshooting.md is in the code", () => {
  const all = places.map(code).join("\n");
  const messages = documented("docs/troubleshooting.md");
  expect(messages.length).to.be.at.least(10);
  const missing = messages.filter((message) => fixedParts(message).some((part) => !all.includes(part)));
  expect(missing).to.deep.equal([]);
});
