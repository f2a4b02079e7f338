import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { version } from "@pulumi/pulumi/version";
import { expect } from "chai";
import { type FakeMachine, fakeMachine, makes } from "../pulumi-cli/fake-machine";
import { runGuarded } from "../pulumi-cli/guarded";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const builds = makes("$out", "$program");
const bothPrograms = ["pulumi", "pulumi-language-nodejs"];
/** An installer is called with: --no-edit-path --install-root FOLDER --version VERSION. */
const installs = bothPrograms.map((program) => makes("$3/bin", program)).join("\n");

describe("npm run pulumi", () => {
  let machine: FakeMachine;
  beforeEach(() => {
    machine = fakeMachine();
  });
  afterEach(() => machine.remove());

  const find = () => machine.start("bin.ts").ended;
  const installed = (folder: string, answer = "echo v3.200.1") => machine.program(`${folder}/pulumi`, answer);
  const languageHost = (folder: string) => machine.program(`${folder}/pulumi-language-nodejs`, "");

  describe("with a Pulumi on PATH", () => {
    it("takes it without touching the cache, with the launcher of the npm package if it has none", async () => {
      installed("path");
      languageHost("path");
      const { code, stdout, stderr } = await find();
      expect({ code, stdout, stderr }).to.deep.equal({
        code: 0,
        stdout: `${[machine.at("path"), sdk].join(delimiter)}\n`,
        stderr: "",
      });
      expect(machine.kept()).to.be.empty;
    });

    it("takes the folder of a language host elsewhere on PATH, too", async () => {
      installed("path");
      languageHost("other");
      machine.program("other/pulumi-resource-pulumi-nodejs", "");
      const { stdout } = await find();
      expect(stdout).to.equal(`${[machine.at("path"), machine.at("other")].join(delimiter)}\n`);
    });

    it("finds the language host beside what a link on PATH points to", async () => {
      installed("cellar");
      languageHost("cellar");
      machine.program("path/other", "");
      symlinkSync(machine.at("cellar/pulumi"), machine.at("path/pulumi"));
      const { stdout } = await find();
      expect(stdout.trim().split(delimiter)).to.deep.equal([machine.at("path"), machine.at("cellar"), sdk]);
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
        machine.go(builds);
        expect((await find()).stdout).to.equal(`${machine.bin}\n`);
      });
    }
  });

  describe("without one", () => {
    it("uses the official release when the SDK's installer can get it", async () => {
      machine.internet(installs);
      machine.go(builds);
      const { code, stdout } = await find();
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine.bin}\n` });
      expect(machine.lines("builds")).to.be.empty;
    });

    for (const [failure, installer, reason] of [
      ["cannot be reached", undefined, "get.pulumi.com cannot be reached (no way out)"],
      ["fails half way", `${makes("$3/bin", "left-over")}; exit 3`, "failed with exit code 3"],
      ["fails but exits with 0", "exit 0", "ENOENT"],
      ["brings no language host", makes("$3/bin", "pulumi"), "no pulumi-language-nodejs came"],
    ] as const) {
      it(`builds with Go when the installer ${failure}`, async () => {
        machine.internet(installer);
        machine.go(builds);
        const { code, stdout, stderr } = await find();
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine.bin}\n` });
        expect(stderr)
          .to.match(/^Official release: .*$/m)
          .and.include(reason);
        expect(machine.lines("builds")).to.deep.equal(bothPrograms);
        expect(machine.kept()).to.deep.equal([dirname(machine.bin)]);
        expect(readdirSync(machine.bin)).to.have.members([...bothPrograms, "pulumi-resource-pulumi-nodejs"]);
      });
    }

    it("says when a build starts, how long it takes, and when it is done", async () => {
      machine.go(builds);
      expect((await find()).stderr)
        .to.match(/Building .* with Go 1\.99\.1: about \d+ min/)
        .and.match(/^Built in 0:\d\d\.$/m);
    });

    it("uses at once what was built before", async () => {
      machine.go(builds);
      await find();
      machine.go("exit 1");
      expect(await find()).to.deep.equal({ code: 0, stdout: `${machine.bin}\n`, stderr: "" });
    });

    it("builds again when a program is gone from what was built", async () => {
      machine.go(builds);
      await find();
      rmSync(join(machine.bin, "pulumi-language-nodejs"));
      expect((await find()).stdout).to.equal(`${machine.bin}\n`);
      expect(machine.lines("builds")).to.deep.equal([...bothPrograms, ...bothPrograms]);
    });

    it("lets a second run wait for the build of the first", async () => {
      machine.go(`/bin/sleep 1; ${builds}`);
      const first = find();
      await until(() => machine.lines("builds").length > 0);
      const [one, two] = await Promise.all([first, find()]);
      expect([one.stdout, two.stdout]).to.deep.equal([`${machine.bin}\n`, `${machine.bin}\n`]);
      expect(two.stderr).to.include("waiting");
      expect(machine.lines("builds")).to.deep.equal(bothPrograms);
    });

    it("lets two runs that start together both succeed", async () => {
      machine.go(builds);
      for (const { code, stdout } of await Promise.all([find(), find(), find()])) {
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine.bin}\n` });
      }
      expect(machine.kept()).to.deep.equal([dirname(machine.bin)]);
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
        if (goDoes) machine.go(goDoes, goVersion);
        const { code, stdout, stderr } = await find();
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
        expect(stderr)
          .to.include("PATH: no pulumi")
          .and.include("Official release: get.pulumi.com cannot be reached (no way out)")
          .and.include(reason)
          .and.include("https://www.pulumi.com/docs/install/")
          .and.not.match(/^ +at /m);
        expect(machine.kept()).to.be.empty;
      });
    }
  });

  describe("interrupted in a build", () => {
    /** Notes the process ids of a child and of the guard. */
    const hangs = () =>
      `/bin/mkdir -p $out; : > $out/half; /bin/sleep 600 & echo $! $PPID > ${machine.at("ids")}; wait`;
    const interrupt = async (signal: NodeJS.Signals, alsoTheGuard = false) => {
      machine.go(hangs());
      const run = machine.start("bin.ts");
      await until(() => machine.lines("ids").length > 0);
      const [child = 0, guard = 0] = (machine.lines("ids")[0] ?? "").split(" ").map(Number);
      expect(machine.kept()).to.have.length(1);
      if (alsoTheGuard) process.kill(guard, "SIGKILL");
      run.kill(signal);
      await run.ended;
      return child;
    };

    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const) {
      it(`leaves nothing behind after ${signal}, neither files nor processes`, async () => {
        const child = await interrupt(signal);
        await until(() => machine.kept().length === 0 && !isRunning(child));
      });
    }

    it("ends what takes longer than its limit, with its children", async () => {
      machine.program("slow", `/bin/sleep 600 & echo $! > ${machine.at("ids")}; wait`);
      const failure = await runGuarded(machine.at("folder"), 1, [machine.at("slow")]).catch(
        (error: Error) => error,
      );
      expect(failure).to.be.an("error").with.property("message", "not finished after 1 seconds");
      await until(() => !isRunning(Number(machine.lines("ids")[0])));
    });

    it("removes at the next run what is left when nothing could clean up", async () => {
      const child = await interrupt("SIGKILL", true);
      process.kill(child);
      const [partial = ""] = machine.kept();
      utimesSync(partial, 0, 0);
      machine.go(builds);
      expect((await find()).stdout).to.equal(`${machine.bin}\n`);
      expect(machine.kept()).to.deep.equal([dirname(machine.bin)]);
    });
  });

  it("runs Pulumi with the arguments, itself first on PATH, and passes its exit code on", async () => {
    installed("path", `if [ "$1" = version ]; then echo 3.200.0; else echo "$# $2 $PATH"; exit 7; fi`);
    languageHost("path");
    const { code, stdout } = await machine.start("run.ts", "up", "a b", "--yes").ended;
    expect(code).to.equal(7);
    expect(stdout).to.match(new RegExp(`^3 a b ${machine.at("path")}${delimiter}`));
  });

  it("passes signals on to Pulumi and waits for it", async () => {
    const trap = `trap 'echo stopped; exit 4' TERM; echo up > ${machine.at("up")}; while :; do /bin/sleep 0.1; done`;
    installed("path", `if [ "$1" = version ]; then echo 3.200.0; exit; fi; ${trap}`);
    languageHost("path");
    const run = machine.start("run.ts", "up");
    await until(() => machine.lines("up").length > 0);
    run.kill("SIGTERM");
    expect(await run.ended).to.deep.equal({ code: 4, stdout: "stopped\n", stderr: "" });
  });

  it("builds the version that the SDK has", () => {
    const goMod = readFileSync(join(__dirname, "../pulumi-cli/engine/go.mod"), "utf8");
    expect(goMod).to.include(`github.com/pulumi/pulumi/pkg/v3 v${version}\n`);
  });
});

/** A process that nobody has waited for yet is dead all the same. */
function isRunning(id: number): boolean {
  return /^[^Z]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).stdout.trim());
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !holds(); await sleep(50)) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${holds}`);
  }
}
