/** What the package promises to Node, as built by `npm run build`; test/package has what a program loads. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { exports as paths } from "../../package.json";

it("The package loads zod but neither Pulumi nor axios in the host, until the first request", () => {
  const program = `const { readers, ...hosts } = require("${paths["./host"].default}");
    const preview = (host) => host.check({}, {}).then(() => host.diff("id", {}, {}));
    Promise.all(Object.values(hosts).map(preview)).then(() => console.log(Object.keys(require.cache).join()));`;
  const cwd = join(__dirname, "../..");
  const loaded = execFileSync(process.execPath, ["--eval", program], { cwd, encoding: "utf8" });
  expect(loaded).to.match(/[\\/]node_modules[\\/]zod[\\/]/);
  expect(loaded).not.to.match(/[\\/](axios|@pulumi|dist[\\/]resources|dist[\\/]sandbox)[\\/]/);
});
