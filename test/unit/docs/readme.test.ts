/** What the README shares with other files; test/examples/readme.test.ts runs its program. */

import { expect } from "chai";
import { version } from "../../../package.json";
import { tables } from "../../../provider/rows";
import { findNames, readText } from "./files";

function resources(program: string): string {
  const [found = ""] = /^const application[\s\S]*?(?=^export)/m.exec(program) ?? [];
  return found.replaceAll(/ +\/\/.*$/gm, "");
}

it("README.md: names the version in package.json", () => {
  expect(findNames(readText("README.md"), /^Version (\S+),/gm)).to.deep.equal([version]);
});

it("README.md: the first paragraph names each type of resource", () => {
  const [, first = ""] = readText("README.md").split("\n\n");
  for (const { noun } of tables) expect(first, `name ${noun}s in it`).to.include(`${noun}s`);
});

it("README.md: its program has the resources and defaults of examples/quickstart", () => {
  const [program = ""] = findNames(readText("README.md"), /^```ts\n([\s\S]*?)^```$/gm);
  const quickstart = readText("examples/quickstart/index.ts").replaceAll(/config\.\w+(?:<\w+>)?\("\w+"\) \?\? /g, "");
  expect(resources(program)).to.include("new Cache(").and.to.equal(resources(quickstart));
});
