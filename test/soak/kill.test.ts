/** Kills what an `up` depends on, at different moments, and runs the next `up`. */

import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe.js";
import { extractDiagnostics } from "../engine/golden.js";
import { normaliseAttributes, rewriteRequest, startFaultySandbox } from "../faults/index.js";
import { findNames } from "../unit/docs/files.js";
import { type Moment, readTold, useCrashes } from "./crash.js";

const shops = 10;
const branches = 20;
const program = `
const shops = Array.from({ length: ${shops} }, (_, index) => new Application("shop-" + index, { name: "shop-" + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < ${branches}; index += 1)
  new Environment("stage-" + index, { applicationId: shops[index % ${shops}].id, name: "stage-" + index, branch: "main" });
`;

/** Among applications and environments, and among environments alone. */
const moments: readonly Moment[] = [
  { requests: 13, stage: "answered" },
  { requests: 24, stage: "done" },
];

/** The API doesn't document whether it accepts a name twice. This one does, so that duplicates show. */
async function startApi() {
  const api = await startFaultySandbox();
  api.addFault((request, next) => next(request).finally(() => wait(100)), { lasts: true });
  let count = 0;
  const environments = { lasts: true, path: /environments$/ };
  api.addFault(
    rewriteRequest((body) => ({ ...body, name: `${body.name} ${++count}` })),
    environments,
  );
  api.addFault(
    normaliseAttributes(({ name }) => ({ name: declared(String(name)) })),
    environments,
  );
  return api;
}

const declared = (name: string) => name.replace(/ \d+$/, "");

for (const victim of ["engine", "host process", "API"] as const) {
  describeEngine(`an up of ${shops + branches} resources, with a crash of the ${victim}`, () => {
    const use = useCrashes(startApi);

    /** Counts how often the account has each resource of the program. */
    function countCreated(): Map<string, number> {
      const { applications, environments } = use.api.sandbox.state();
      const counts = new Map<string, number>();
      for (const { attributes } of [...applications, ...environments]) {
        const name = declared(String(attributes.name));
        if (/^(shop|stage)-/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    }

    for (const { requests, stage } of moments) {
      it(`Crash of the ${victim} at request ${requests} (${stage}): up leaves no unannounced duplicates`, async () => {
        // An engine that ends while it writes a file's attributes leaves a state that it can't read.
        use.stack.environment.PULUMI_BACKEND_URL += "?metadata=skip";
        await use.stack.writeProgram(program);
        const text = await use.crash(victim, { requests, stage });
        const announced = victim === "engine" ? (await use.stack.readState()).pending : listFailed(text);
        if (victim === "engine") await use.stack.succeed("cancel", "--yes");
        const next = await use.stack.up();
        expect(listInterrupted(next)).to.have.members(victim === "engine" ? announced : []);
        const created = countCreated();
        const names = (await use.stack.readState()).resources.map(({ name }) => name);
        expect(names).to.include.members([...created.keys()]);
        expect(names).to.have.length(shops + branches + 2);
        const twice = [...created].filter(([, count]) => count > 1);
        expect(announced).to.include.members(twice.map(([name]) => name));
        for (const [name] of victim === "API" ? twice : []) {
          expect(readTold(text, name)).to.include("may have been created anyway");
        }
        expect(twice.filter(([, count]) => count > 2)).to.deep.equal([]);
      });
    }
  });
}

/** Lists the resources that the engine reports as failed. */
function listFailed(text: string): string[] {
  return findNames(extractDiagnostics(text), /^ {2}pulumi-nodejs:dynamic\/apphosting:\w+ \((.+)\):$/gm);
}

/** Lists the resources whose creation `up` reports as interrupted. */
function listInterrupted(text: string): string[] {
  return findNames(text, /^ *\* urn:\S+::(\S+), interrupted while creating$/gm);
}
