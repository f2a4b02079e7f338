/** What each entry of the package loads, as built by `npm run build`: zod alone takes 50 to 100 ms. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { exports as paths } from "../../package.json";
import { findNames } from "./docs/files";

const cwd = join(__dirname, "../..");
// The SDK also loads https-proxy-agent.
const own = ["axios", "fastest-levenshtein", "proxy-from-env", "zod"];
const pulumi = "@pulumi";

/** Runs a program in a new process, and lists the package's folders and the packages that it loads. */
function listLoaded(entry: keyof typeof paths, program: string): string[] {
  const text = `const loaded = require("${(paths[entry] as { default: string }).default}");
    Promise.resolve().then(async () => {${program}}).then(() => console.log(Object.keys(require.cache).join("\\n")));`;
  const output = execFileSync(process.execPath, ["--eval", text], { cwd, encoding: "utf8", stdio: "pipe" });
  const names = findNames(output, /[\\/](?:node_modules|dist)[\\/]([^\\/\n]+)[\\/]/g);
  const folders = ["api", "host", "resources", "rows", "sandbox"];
  return [...folders, ...own, pulumi].filter((name) => names.includes(name));
}

const callHosts = (call: string) => `
  const { readers, ...hosts } = loaded;
  for (const host of Object.values(hosts)) await ${call};`;
const mocks = `
  const pulumi = require("@pulumi/pulumi");
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
  new loaded.Application("web", { name: "Web shop", sourceControlProvider: "hostA" });`;

for (const [what, entry, program, expected] of [
  ["A program without an explicit Provider", ".", mocks, ["resources", "rows", "fastest-levenshtein", pulumi]],
  [
    "A program with an explicit Provider",
    ".",
    `${mocks} new loaded.Provider("press", { token: "t", maxRetries: 2 });`,
    ["resources", "rows", "fastest-levenshtein", "zod", pulumi],
  ],
  [
    "The host in a preview",
    "./host",
    callHosts("host.check({}, {}).then(() => host.diff('id', {}, {}))"),
    ["api", "host", "rows", "fastest-levenshtein", "zod"],
  ],
  ["The sandbox", "./sandbox", "(await loaded.startSandbox()).close()", ["rows", "sandbox", "fastest-levenshtein"]],
] as const) {
  it(`${what}: loads only ${expected.join(", ")}`, () => {
    expect(listLoaded(entry, program)).to.have.members(expected);
  });
}
