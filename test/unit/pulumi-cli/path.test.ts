/** A Pulumi on PATH: taken, or passed over. */

import { symlinkSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { expect } from "chai";
import { builds, freshMachine } from "./machine.js";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));

describe("npm run pulumi", () => {
  const { machine, find, installed, languageHost } = freshMachine();

  describe("with a Pulumi on PATH", () => {
    it("takes it without touching the cache, with the launcher of the npm package if it has none", async () => {
      installed("path");
      languageHost("path");
      const { code, stdout, stderr } = await find();
      expect({ code, stdout, stderr }).to.deep.equal({
        code: 0,
        stdout: `${[machine().at("path"), sdk].join(delimiter)}\n`,
        stderr: "",
      });
      expect(machine().kept()).to.be.empty;
    });

    it("takes the folder of a language host elsewhere on PATH, too", async () => {
      installed("path");
      languageHost("other");
      machine().program("other/pulumi-resource-pulumi-nodejs", "");
      const { stdout } = await find();
      expect(stdout).to.equal(`${[machine().at("path"), machine().at("other")].join(delimiter)}\n`);
    });

    it("finds the language host beside what a link on PATH points to", async () => {
      installed("cellar");
      languageHost("cellar");
      machine().program("path/other", "");
      symlinkSync(machine().at("cellar/pulumi"), machine().at("path/pulumi"));
      const { stdout } = await find();
      expect(stdout.trim().split(delimiter)).to.deep.equal([
        machine().at("path"),
        machine().at("cellar"),
        sdk,
      ]);
    });

    for (const [unusable, answer, host, reason] of [
      ["below 3.139", "echo v3.138.9", true, "is 3.138.9, below 3.139.0"],
      ["of another major version", "echo v2.999.0", true, "is 2.999.0, below 3.139.0"],
      ["without a language host", "echo v3.248.0", false, "has no pulumi-language-nodejs"],
      ["that does not run", "exit 1", true, "does not run"],
      ["that answers something else", "echo hello", true, "does not answer with a version"],
    ] as const) {
      it(`passes over one ${unusable}`, async () => {
        installed("path", answer);
        if (host) languageHost("path");
        expect((await find()).stderr).to.include(reason);
        machine().go(builds);
        expect((await find()).stdout).to.equal(`${machine().bin}\n`);
      });
    }
  });
});
