/** The scripts of package.json run on Linux, macOS and Windows, whose shells have little in common. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { scripts } from "../../package.json";
import { root } from "./docs/files";

/** What a script may run, beside what npm installs into node_modules/.bin. */
const programs = ["node", "npm"];

/**
 * Finds what only a POSIX shell understands. `&&`, words and double quotes mean the same to cmd.exe, which takes a single quote for a
 * letter, has other variables, and leaves a pattern of files as it is.
 */
function findShellSyntax(script: string): string[] {
  const expanded = script.match(/[$`%^\\]/g) ?? [];
  const special =
    script
      .replaceAll(/"[^"]*"/g, "")
      .replaceAll(" && ", " ")
      .match(/['*?[\]{}()|&;<>~#!]/g) ?? [];
  const assignments = script.match(/(?<=^|&& )\w+=\S*/g) ?? [];
  return [...expanded, ...special, ...assignments];
}

const isInstalled = (program: string) => existsSync(join(root, "node_modules/.bin", program));

for (const [name, script] of Object.entries(scripts)) {
  it(`package.json, script ${name}: needs no POSIX shell`, () => {
    expect(findShellSyntax(script)).to.deep.equal([]);
    const commands = script.split(" && ").map((command) => command.split(" ")[0] ?? "");
    expect(commands.filter((program) => !programs.includes(program) && !isInstalled(program))).to.deep.equal([]);
  });
}

it("findShellSyntax finds quotes, patterns, variables, pipes and assignments", () => {
  expect(findShellSyntax("mocha 'test/*.ts'")).to.deep.equal(["'", "*", "'"]);
  expect(findShellSyntax('node -e "$HOME"')).to.deep.equal(["$"]);
  expect(findShellSyntax("tsc && CI=1 mocha | cat; ls > a")).to.deep.equal(["|", ";", ">", "CI=1"]);
  expect(findShellSyntax("npm run build && node -e \"fs.rmSync('dist')\"")).to.deep.equal([]);
});
