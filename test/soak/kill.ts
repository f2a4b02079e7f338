/** Ends what an `up` depends on at random moments, and looks at what the next `up` makes of it. */

import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { type Stage, startFaultySandbox } from "../faults/index.js";
import { failed, type Moment, pending, told, upBrokenOff, warnedOf } from "./crash.js";
import { numbers } from "./random.js";
import { type Relay, startRelay } from "./relay.js";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = numbers(seed);

const stages: readonly Stage[] = ["arrived", "done", "answered"];

const shops = 10;
const branches = 20;
const program = `
const shops = Array.from({ length: ${shops} }, (_, index) => new Application("shop-" + index, { name: "shop-" + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < ${branches}; index += 1)
  new Environment("stage-" + index, { applicationId: shops[index % ${shops}].id, name: "stage-" + index, branch: "main" });
`;

type Victim = "engine" | "host process" | "API";

function someMoment(): Moment {
  const stage = stages[Math.floor(random() * stages.length)] as Stage;
  return { requests: 1 + Math.floor(random() * (shops + branches - 1)), stage };
}

/** Whether the API takes the name of an environment twice is not documented. It does here, so that it shows. */
async function startApi() {
  const api = await startFaultySandbox({ sandbox: { latencyMs: 60 } });
  const always = { times: Number.POSITIVE_INFINITY };
  api.fault({ kind: "delay", ms: 40, when: "before" }, always);
  let count = 0;
  api.fault(
    {
      kind: "rewrite",
      request: (body) => ({ ...body, name: `${body.name} ${++count}` }),
      answer({ data, ...rest }) {
        const name = String(data.attributes.name).replace(/ \d+$/, "");
        return { ...rest, data: { ...data, attributes: { ...data.attributes, name } } };
      },
    },
    { ...always, match: { path: /environments$/ } },
  );
  return api;
}

/** So many rounds, each at another moment. */
export function breakOff(victim: Victim, rounds: number): void {
  describeEngine(`an up of ${shops + branches} resources that is broken off by the end of the ${victim}`, () => {
    const use = useStack(startApi);
    let relay: Relay;
    before(() => console.log(`      SEED=${seed}`));
    beforeEach(async () => {
      relay = await startRelay(use.api.url);
      use.stack.environment.APPHOSTING_BASE_URL = relay.url;
      // An engine that ends as it writes a file's attributes leaves a state that it cannot read. That is none of ours.
      use.stack.environment.PULUMI_BACKEND_URL += "?metadata=skip";
      await use.stack.program(program);
    });
    afterEach(() => relay.close());

    /** How often each thing that the program declares stands in the account. */
    function created(): Map<string, number> {
      const { applications, environments } = use.api.sandbox.state();
      const counts = new Map<string, number>();
      for (const { attributes } of [...applications, ...environments]) {
        const name = String(attributes.name).replace(/ \d+$/, "");
        if (/^(shop|stage)-/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    }

    for (const moment of Array.from({ length: rounds }, someMoment)) {
      it(`with request ${moment.requests} ${moment.stage}, is made up by the next; at most what was announced exists twice`, async () => {
        const crash = await upBrokenOff(use.stack, use.api, moment, (engine, host) => {
          if (victim === "API") return relay.breakDown(300);
          return process.kill(victim === "engine" ? engine : host, "SIGKILL");
        });
        try {
          const announced = victim === "engine" ? await pending(use.stack) : failed(crash.text);
          if (victim === "engine") await use.stack.succeed("cancel", "--yes");
          const text = await use.stack.up();
          expect(warnedOf(text)).to.have.members(victim === "engine" ? announced : []);
          const { resources = [] } = (await use.stack.state()).deployment;
          const names = resources.map(({ urn }) => urn.split("::").at(-1) as string);
          expect(names)
            .to.include.members([...created().keys()])
            .and.to.have.length(shops + branches + 2);
          const twice = [...created()].filter(([, count]) => count > 1);
          console.log(`        ${twice.length} of ${announced.length} announced exist twice`);
          expect(announced).to.include.members(twice.map(([name]) => name));
          for (const [name] of victim === "API" ? twice : []) {
            expect(told(crash.text, name)).to.include("may have been created all the same");
          }
          expect(twice.filter(([, count]) => count > 2)).to.deep.equal([]);
        } finally {
          crash.cleanUp();
        }
      });
    }
  });
}
