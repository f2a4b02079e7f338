/** The promises of SECURITY.md, each with the tests that show it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findNames, readText, root } from "./files";

const tests: Readonly<Record<string, readonly string[]>> = {
  Token: [
    "unit/host/messages/redact",
    "host/fault-matrix",
    "engine/secrets",
    "examples/two-organizations",
    "engine/token-variable",
  ],
  Settings: ["unit/resources/provider", "unit/plugin/secrets", "engine/secrets", "plugin/languages"],
  Outputs: ["engine/secrets", "soak/secrets", "unit/api/wire/responses", "engine/transformations"],
  Arguments: [
    "unit/resources/registration/secret-outputs",
    "engine/secrets",
    "engine/mistakes",
    "unit/host/check-rules",
  ],
  Logs: ["soak/secrets", "unit/resources/registration/debug-log"],
  Messages: [
    "unit/host/messages/redact",
    "unit/host/messages/safe-text",
    "unit/host/session/session",
    "unit/plugin/plugin-resource",
    "unit/plugin/secrets",
  ],
  Warnings: ["unit/host/outputs"],
  Terminal: ["unit/host/messages/safe-text", "host/fault-matrix", "engine/hostile"],
  Address: ["unit/api/http/client", "unit/host/session/config", "unit/host/check-rules", "host/fault-matrix"],
  Responses: ["host/fault-matrix"],
  Deletes: [
    "unit/host/requests/delete-sequences",
    "unit/host/requests/deletes",
    "unit/host/state/identity",
    "engine/life",
    "engine/identity",
  ],
};

it("SECURITY.md: each promise has tests that show it", () => {
  const [, promised = ""] = /^## What is promised\n([\s\S]+?)^## /m.exec(readText("SECURITY.md")) ?? [];
  expect(findNames(promised, /^- \*\*(.+?)\.\*\*/gm)).to.deep.equal(Object.keys(tests));
  const missing = Object.values(tests)
    .flat()
    .filter((test) => !existsSync(join(root, "test", `${test}.test.ts`)));
  expect(missing).to.deep.equal([]);
});
