/** test/README.md, by which the tests of a source file are found; docs/documents.test.ts follows its links. */

import { expect } from "chai";
import { filesIn, named, text } from "./docs/files";

const readme = text("test/README.md");

it("test/README.md: its table has one row for each source file of provider/, and none without a file", () => {
  const sources = filesIn("provider").filter((file) => file.endsWith(".ts"));
  expect(named(readme, /^\| `(\S+\.ts)` \|.*\.test\.ts\)/gm)).to.have.members(sources);
});

it("test/README.md: links each test file", () => {
  const tests = filesIn("test").filter((file) => file.endsWith(".test.ts"));
  expect([...new Set(named(readme, /\]\((\S+\.test\.ts)\)/g))]).to.have.members(tests);
});
