/** Without a Pulumi on PATH: the official release, or a build. */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "@pulumi/pulumi/version";
import { expect } from "chai";
import { makes } from "../../pulumi-cli/fake-machine";
import { builds, freshMachine, until } from "./machine.js";

const bothPrograms = ["pulumi", "pulumi-language-nodejs"];
/** An installer is called with: --no-edit-path --install-root FOLDER --version VERSION. */
const installs = bothPrograms.map((program) => makes("$3/bin", program)).join("\n");

describe("npm run pulumi", () => {
  const { machine, find } = freshMachine();

  describe("without one", () => {
    it("uses the official release when the SDK's installer can get it", async () => {
      machine().internet(installs);
      machine().go(builds);
      const { code, stdout } = await find();
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine().bin}\n` });
      expect(machine().lines("builds")).to.be.empty;
    });

    it("says when a download starts, and how long it takes at most", async () => {
      machine().internet(installs);
      expect((await find()).stderr).to.match(/^Downloading the official release: at most 5 min\.$/m);
    });

    for (const [failure, installer, reason] of [
      ["cannot be reached", undefined, "get.pulumi.com cannot be reached (no way out)"],
      ["fails half way", `${makes("$3/bin", "left-over")}; exit 3`, "failed with exit code 3"],
      ["fails but exits with 0", "exit 0", "ENOENT"],
      ["brings no language host", makes("$3/bin", "pulumi"), "no pulumi-language-nodejs came"],
    ] as const) {
      it(`builds with Go when the installer ${failure}`, async () => {
        machine().internet(installer);
        machine().go(builds);
        const { code, stdout, stderr } = await find();
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine().bin}\n` });
        expect(stderr)
          .to.match(/^Official release: .*$/m)
          .and.include(reason);
        expect(machine().lines("builds")).to.deep.equal(bothPrograms);
        expect(machine().kept()).to.deep.equal([dirname(machine().bin)]);
        expect(readdirSync(machine().bin)).to.have.members([
          ...bothPrograms,
          "pulumi-resource-pulumi-nodejs",
        ]);
      });
    }

    it("says when a build starts, how long it takes, and when it is done", async () => {
      machine().go(builds);
      expect((await find()).stderr)
        .to.match(
          /^Building .* with Go 1\.99\.1: about \d+ min with \d+ cores, at most 60 min, this once\.$/m,
        )
        .and.match(/^Built in 0:\d\d\.$/m);
    });

    it("uses at once what was built before", async () => {
      machine().go(builds);
      await find();
      machine().go("exit 1");
      expect(await find()).to.deep.equal({ code: 0, stdout: `${machine().bin}\n`, stderr: "" });
    });

    it("builds again when a program is gone from what was built", async () => {
      machine().go(builds);
      await find();
      rmSync(join(machine().bin, "pulumi-language-nodejs"));
      expect((await find()).stdout).to.equal(`${machine().bin}\n`);
      expect(machine().lines("builds")).to.deep.equal([...bothPrograms, ...bothPrograms]);
    });

    it("lets a second run wait for the build of the first", async () => {
      machine().go(`/bin/sleep 1; ${builds}`);
      const first = find();
      await until(() => machine().lines("builds").length > 0);
      const [one, two] = await Promise.all([first, find()]);
      expect([one.stdout, two.stdout]).to.deep.equal([`${machine().bin}\n`, `${machine().bin}\n`]);
      expect(two.stderr).to.include("Another process is getting Pulumi: waiting, at most 65 min.\n");
      expect(machine().lines("builds")).to.deep.equal(bothPrograms);
    });

    it("lets two runs that start together both succeed", async () => {
      machine().go(builds);
      for (const { code, stdout } of await Promise.all([find(), find(), find()])) {
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine().bin}\n` });
      }
      expect(machine().kept()).to.deep.equal([dirname(machine().bin)]);
    });
  });

  describe("where no way is left", () => {
    for (const [way, goDoes, goVersion, reason] of [
      ["there is no Go", undefined, undefined, "there is no Go"],
      ["Go is too old", builds, "go1.20.14", "Go is 1.20.14, below 1.25"],
      ["the build fails", "echo go: no module proxy >&2; exit 1", undefined, "go: no module proxy"],
      ["the build makes nothing", "exit 0", undefined, "does not run"],
    ] as const) {
      it(`tells what was tried and how to install Pulumi: ${way}`, async () => {
        if (goDoes) machine().go(goDoes, goVersion);
        const { code, stdout, stderr } = await find();
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
        expect(stderr)
          .to.include("PATH: no pulumi")
          .and.include("Official release: get.pulumi.com cannot be reached (no way out)")
          .and.include(reason)
          .and.include("https://www.pulumi.com/docs/install/")
          .and.not.match(/^ +at /m);
        expect(machine().kept()).to.be.empty;
      });
    }
  });

  it("builds the version that the SDK has", () => {
    const goMod = readFileSync(join(__dirname, "../../pulumi-cli/engine/go.mod"), "utf8");
    expect(goMod).to.include(`github.com/pulumi/pulumi/pkg/v3 v${version}\n`);
  });
});
