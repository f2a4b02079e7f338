import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { tables } from "../../../provider/rows";
import { findNames, readText, root } from "./files";

/** Names that the code takes from a table, and a document may write out. */
const names = tables.flatMap(({ className, noun, arguments: args }) => [
  className,
  noun,
  ...args.map(({ name }) => name),
]);
const varying = new RegExp(`…|\\d[\\d.]*|"[^"]*"|apphosting:\\w+|\\b(?:${names.join("|")})\\b`);

/** Where this project's messages are; those of the engine and Node have their own section. */
const places = ["provider", "test/tools"];
const foreign = "## Messages of Pulumi and Node";

/** The code of a folder without comments, with split strings joined. */
function code(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => readText(join(folder, file)));
  return sources
    .join("\n")
    .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
    .replaceAll(/["`] \+\s+["`]/g, "");
}

/** The parts of a message that don't vary, except short words. */
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

it("docs/troubleshooting.md: every message in its tables is in the code", () => {
  const all = places.map(code).join("\n");
  const messages = documented("docs/troubleshooting.md");
  expect(messages.length).to.be.at.least(10);
  const missing = messages.filter((message) => fixedParts(message).some((part) => !all.includes(part)));
  expect(missing).to.deep.equal([]);
});
