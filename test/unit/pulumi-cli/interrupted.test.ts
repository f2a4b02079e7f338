/** A build that is interrupted leaves nothing behind. */

import { utimesSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "chai";
import { runGuarded } from "../../pulumi-cli/guarded";
import { builds, freshMachine, isRunning, until } from "./machine.js";

describe("npm run pulumi", () => {
  const { machine, find } = freshMachine();

  describe("interrupted in a build", () => {
    /** Notes the process ids of a child and of the guard. */
    const hangs = () =>
      `/bin/mkdir -p $out; : > $out/half; /bin/sleep 600 & echo $! $PPID > ${machine().at("ids")}; wait`;
    const interrupt = async (signal: NodeJS.Signals, alsoTheGuard = false) => {
      machine().go(hangs());
      const run = machine().start("bin.ts");
      await until(() => machine().lines("ids").length > 0);
      const [child = 0, guard = 0] = (machine().lines("ids")[0] ?? "").split(" ").map(Number);
      expect(machine().kept()).to.have.length(1);
      if (alsoTheGuard) process.kill(guard, "SIGKILL");
      run.kill(signal);
      await run.ended;
      return child;
    };

    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const) {
      it(`leaves nothing behind after ${signal}, neither files nor processes`, async () => {
        const child = await interrupt(signal);
        await until(() => machine().kept().length === 0 && !isRunning(child));
      });
    }

    it("ends what takes longer than its limit, with its children", async () => {
      machine().program("slow", `/bin/sleep 600 & echo $! > ${machine().at("ids")}; wait`);
      const failure = await runGuarded(machine().at("folder"), 1, [machine().at("slow")]).catch(
        (error: Error) => error,
      );
      expect(failure).to.be.an("error").with.property("message", "not finished after 1 seconds");
      await until(() => !isRunning(Number(machine().lines("ids")[0])));
    });

    it("removes at the next run what is left when nothing could clean up", async () => {
      const child = await interrupt("SIGKILL", true);
      process.kill(child);
      const [partial = ""] = machine().kept();
      utimesSync(partial, 0, 0);
      machine().go(builds);
      expect((await find()).stdout).to.equal(`${machine().bin}\n`);
      expect(machine().kept()).to.deep.equal([dirname(machine().bin)]);
    });
  });
});
