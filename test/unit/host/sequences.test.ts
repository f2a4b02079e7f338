/** Many steps in a row: what previews say, what is sent, and what the state keeps, whatever the API answered in between. */

import { expect } from "chai";
import fc from "fast-check";
import {
  Api,
  type Behaviour,
  behaviours,
  type Kind,
  kinds,
  type ModelledArgument,
  type ProgramInputs,
  Stack,
  trim,
} from "./sequence-fixture.js";

interface Step {
  readonly program: ProgramInputs;
  readonly behaviour: Behaviour;
  /** What was changed outside Pulumi before the step. */
  readonly drift: ProgramInputs;
  /** A refresh clears a recorded failure, and reads where it can. */
  readonly refreshes: boolean;
}

function stepsOf({ settings }: Kind) {
  const valuesOf = ({ values, isRequired }: ModelledArgument) =>
    fc.constantFrom(...(isRequired ? [] : [null]), ...values);
  const values = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, valuesOf(setting)]));
  const required = Object.keys(settings).filter((name) => settings[name]?.isRequired);
  const some = fc.record(values, { requiredKeys: [] });
  const step = fc.record({
    program: fc.record(values, { requiredKeys: required }),
    behaviour: fc.constantFrom(...behaviours),
    drift: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, some),
    refreshes: fc.boolean(),
  });
  return fc.array(step, { minLength: 1, maxLength: 8 });
}

async function run(kind: Kind, sequence: readonly Step[]): Promise<void> {
  const { settings, reload } = kind;
  const names = Object.keys(settings);
  const wireOf = (name: string) => settings[name]?.wire ?? name;
  const api = new Api(kind);
  const stack = new Stack(kind, api);
  for (const { program, behaviour, drift, refreshes } of sequence) {
    api.drift(drift);
    if (refreshes) await stack.refresh();
    const { before, inputs, marks, changed, isShown, said, sent, isShownNext } = await stack.up(program, behaviour);
    for (const name of before === undefined ? [] : changed) {
      expect(sent, `${name} is marked and not sent`).to.have.property(wireOf(name));
    }
    for (const name of names.filter((one) => sent !== undefined && wireOf(one) in sent)) {
      expect(inputs, `${name} is sent and not set`).to.have.property(name);
      // What is sent stands in the preview: by the engine's mark, or by a line where it sees no change.
      const isSaid = before === undefined || marks.includes(name) || said.includes(`${name}: `);
      expect(isSaid, `${name} is sent unsaid`).to.equal(true);
    }
    if (sent === undefined) expect(isShown).to.equal(false);
    if (stack.state === undefined) continue;
    for (const name of names.filter((one) => one in inputs)) {
      // What a preview shows to dependents of an argument is the input.
      expect(stack.state[name], `the output ${name}`).to.equal(inputs[name]);
    }
    // What the API trims is as the program sets it.
    const isConflict = names.some((name) => name in inputs && trim(api.known[wireOf(name)]) !== trim(inputs[name]));
    expect(isShownNext, "shown by the next preview").to.equal(isConflict);
  }
  // The program stays as it is, once asks for what was changed outside, and the API obeys and answers all.
  const last = { ...sequence.at(-1)?.program, ...reload };
  await stack.up(last, "applies");
  await stack.refresh();
  for (let count = 0; count < 3; count += 1) await stack.up(last, "applies");
  const { isShown, sent, inputs } = await stack.up(last, "applies");
  expect([isShown, sent, stack.hasFailed]).to.deep.equal([false, undefined, false]);
  for (const name of names.filter((one) => one in inputs)) {
    expect(trim(api.actual[wireOf(name)]), `the API's ${name}`).to.equal(trim(inputs[name]));
  }
}

const numRuns = 1000;

for (const [title, kind] of kinds) {
  it(`Sequence of programs ${title}: previews show what up sends, and up sends again what the API did not apply`, () =>
    fc.assert(
      fc.asyncProperty(stepsOf(kind), (sequence) => run(kind, sequence)),
      { numRuns },
    ));
}
