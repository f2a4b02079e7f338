/** Random sequences of programs, drift, refreshes and failures on the engine: none shows a secret command or trigger. */

import { expect } from "chai";
import fc from "fast-check";
import { send, startAccount } from "../engine/account.js";
import { describeEngine, useStack } from "../engine/describe.js";
import { respondWith } from "../faults/index.js";

/** Marked values are secrets in the program, or come from somebody outside Pulumi. */
const steps = ["secret", "plain", "leave out", "drift", "fail", "refresh", "name update"] as const;
type Step = (typeof steps)[number];

const seed = Number(process.env.SEED ?? Date.now());
const arbitrary = fc.shuffledSubarray([...steps], { minLength: 4, maxLength: 4 });
const sequences = fc.sample(arbitrary, { numRuns: 5, seed });

describeEngine(`random sequences of a secret command, with seed ${seed}`, () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  for (const [index, sequence] of sequences.entries()) {
    it(`Secret sequence ${index + 1} (${sequence.join(", ")}): shows no secret`, async () => {
      const { stack, api } = use;
      const texts: string[] = [];
      let command: string | undefined = 'pulumi.secret("marked-0")';
      let hasUpdate = true;
      const run = async (...args: string[]) => texts.push((await stack.run(...args)).text);
      const writeProgram = (branch: string) => {
        const args = `applicationId: "app-1", name: "web", branch: "${branch}"${command ? `, buildCommand: ${command}` : ""}`;
        const triggers = command ? `, triggers: [${command}]` : "";
        return stack.writeProgram(`const web = new Environment("web", { ${args} });
new Cache("sessions", { cacheId: "cache-1", name: "sessions"${triggers} });
exports.command = web.buildCommand;\n`);
      };
      const configure = () => {
        const operations = hasUpdate ? "read,update" : "read";
        return stack.configure({ "apphosting:operations": operations, "apphosting:maxRetries": "0" });
      };
      const take = async (step: Step, number: number) => {
        if (step === "secret") command = `pulumi.secret("marked-${number}")`;
        if (step === "plain") command = `"make ${number}"`;
        if (step === "leave out") command = undefined;
        if (step === "name update") hasUpdate = !hasUpdate;
        if (step === "fail") {
          const fault = respondWith(500, { message: "Down." }, { takesEffect: number % 2 === 0 });
          api.addFault(fault, { method: "PATCH" });
        }
        if (step === "drift") {
          const { resources } = await stack.readState();
          const id = resources.find(({ name }) => name === "web")?.id;
          await send(api, "PATCH", `/environments/${id}`, { build_command: `marked-drift-${number}` });
        }
        await configure();
        await writeProgram(step === "fail" ? `branch-${number}` : "main");
        if (step === "drift" || step === "refresh") await run("refresh", "--yes", "--skip-preview", "--run-program");
        await run("preview", "--json");
        await run("up", "--yes", "--skip-preview", "--diff", "--continue-on-error");
      };
      await configure();
      await writeProgram("main");
      await run("up", "--yes", "--skip-preview");
      for (const [number, step] of sequence.entries()) {
        await take(step, number + 1);
        expect(texts.join("\n"), step).not.to.include("marked-");
        expect(await stack.readBackend(), step).not.to.include("marked-");
      }
    });
  }
});
