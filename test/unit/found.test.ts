/** test/README.md, by which the tests of a source file are found; docs/documents.test.ts follows its links. */

import { expect } from "chai";
import { findNames, listFiles, readText } from "./docs/files";

const readme = readText("test/README.md");

it("test/README.md: its table has one row for each source file of provider/, and none without a file", () => {
  const sources = listFiles("provider").filter((file) => file.endsWith(".ts"));
  expect(findNames(readme, /^\| `(\S+\.ts)` \|.*\.test\.ts\)/gm)).to.have.members(sources);
});

it("test/README.md: links each test file", () => {
  const tests = listFiles("test").filter((file) => file.endsWith(".test.ts"));
  expect([...new Set(findNames(readme, /\]\((\S+\.test\.ts)\)/g))]).to.have.members(tests);
});
