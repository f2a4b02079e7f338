/** Many steps in a row: what previews say, what is sent, and what the state keeps, whatever the API answered in between. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { RecordedFailure } from "../../provider/host/failure.js";
import { hostOf, type Response, refusal } from "./host-fixture.js";
import { cache } from "./resources.js";

/** Argument → its name on the wire and some of its values. */
const settings: Readonly<Record<string, readonly [wire: string, ...values: Json[]]>> = {
  size: ["size", "250mb", "1gb", "5gb"],
  hibernationTimeout: ["hibernation_timeout", 15, 30, 45],
  isPublic: ["is_public", true, false],
};
const names = Object.keys(settings);
const wireOf = (name: string) => settings[name]?.[0] ?? name;

/** What the API does with a request. */
const obeying = ["applies", "ignores", "is slow", "normalises", "leaves out", "nulls"] as const;
const behaviours = [...obeying, "fails before", "fails after"] as const;
type Behaviour = (typeof behaviours)[number];

/** What the program sets; undefined is left out. */
type Program = Readonly<Record<string, Json | undefined>>;

const values = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(null, ...(settings[name]?.slice(1) ?? []))])),
  { requiredKeys: [] },
);
const drift = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, values);
/** A refresh clears a recorded failure; drift is what was changed outside Pulumi before the step. */
const steps = fc.array(
  fc.record({ program: values, behaviour: fc.constantFrom(...behaviours), drift, refreshes: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

/** An API of one cache. */
class Api {
  readonly actual: JsonObject = { size: "250mb", hibernation_timeout: 15, is_public: false };
  /** What a client knows of these values; of one whose outcome is unknown, nothing. */
  readonly known: Record<string, Json | undefined> = {};
  private pending: JsonObject = {};

  respond(behaviour: Behaviour, fields: JsonObject): Response {
    Object.assign(this.actual, this.pending);
    this.pending = behaviour === "is slow" ? fields : {};
    if (!/slow|ignores|before/.test(behaviour)) Object.assign(this.actual, fields);
    if (behaviour === "normalises" && "hibernation_timeout" in fields) this.actual.hibernation_timeout = 60;
    if (behaviour.startsWith("fails")) {
      for (const wire of Object.keys(fields)) this.known[wire] = undefined;
      return refusal(500, undefined, "unknown");
    }
    const isSilent = behaviour === "leaves out" || behaviour === "nulls";
    Object.assign(this.known, isSilent ? fields : this.actual);
    if (behaviour === "leaves out") return { attributes: {} };
    const shown = Object.entries(this.actual).map(([wire, value]) => [wire, behaviour === "nulls" ? null : value]);
    return { attributes: Object.fromEntries(shown) };
  }
}

/** What the engine has of one resource. */
class Stack {
  state: JsonObject | undefined;
  hasFailed = false;
  /** The inputs that it keeps: the old ones after a recorded failure. */
  private kept: JsonObject = {};

  /** One preview and one `up`: what the two had to say, and what they sent. */
  async up(api: Api, program: Program, behaviour: Behaviour) {
    let sent: JsonObject | undefined;
    // Each run has a process of its own.
    const { host, lines } = hostOf(cache, ({ body: { name: _, ...fields } }) => {
      sent = fields;
      return api.respond(behaviour, fields);
    });
    const before = this.state;
    const checked = await host.check?.({}, { cacheId: "c", name: "nn", ...program });
    const inputs = checked?.inputs as JsonObject;
    const marks = names.filter(
      (name) => name in inputs && name in this.kept && !isDeepStrictEqual(inputs[name], this.kept[name]),
    );
    const isShown = before === undefined || (await host.diff?.("c", before, inputs))?.changes !== false;
    const said = lines.join();
    try {
      if (before === undefined) this.state = (await host.create(inputs)).outs;
      else if (isShown || this.hasFailed) this.state = (await host.update?.("c", before, inputs))?.outs;
      this.kept = inputs;
      this.hasFailed = false;
    } catch (error) {
      this.state = error instanceof RecordedFailure ? error.properties : before;
      this.hasFailed = this.state !== undefined;
    }
    const next = this.state && (await host.diff?.("c", this.state, inputs));
    return { before, inputs, marks, isShown, said, sent, isShownNext: next?.changes !== false };
  }
}

it("A sequence of programs against an API of any kind has previews that say what is sent, and says again what the API does not have", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [api, stack] = [new Api(), new Stack()];
      for (const { program, behaviour, drift: outside, refreshes } of sequence) {
        for (const [name, value] of Object.entries(outside)) if (value != null) api.actual[wireOf(name)] = value;
        if (refreshes) stack.hasFailed = false;
        const { before, inputs, marks, isShown, said, sent, isShownNext } = await stack.up(api, program, behaviour);
        for (const name of before === undefined ? [] : marks) {
          expect(sent, `${name} is marked and not sent`).to.have.property(wireOf(name));
        }
        for (const wire of Object.keys(sent ?? {})) {
          const name = names.find((one) => wireOf(one) === wire) ?? wire;
          expect(inputs, `${name} is sent and not set`).to.have.property(name);
          // What is sent stands in the preview: by the engine's mark, or by a line where it sees no change.
          const isSaid = before?.[name] !== inputs[name] || marks.includes(name) || said.includes(`${name}: `);
          expect(isSaid, `${name} is sent unsaid`).to.equal(true);
        }
        if (sent === undefined) expect(isShown).to.equal(false);
        if (stack.state === undefined) continue;
        for (const name of names.filter((one) => one in inputs)) {
          // What a preview shows to dependents of an argument is the input.
          expect(stack.state[name], `the output ${name}`).to.equal(inputs[name]);
        }
        const isConflict = names.some((name) => name in inputs && api.known[wireOf(name)] !== inputs[name]);
        expect(isShownNext, "shown by the next preview").to.equal(isConflict);
      }
      // The program stays as it is, once asks for what was changed outside, and the API obeys and answers all.
      const last = { ...sequence.at(-1)?.program, triggers: ["now"] };
      for (let count = 0; count < 3; count += 1) await stack.up(api, last, "applies");
      const { isShown, sent, inputs } = await stack.up(api, last, "applies");
      expect([isShown, sent, stack.hasFailed]).to.deep.equal([false, undefined, false]);
      for (const name of names.filter((one) => one in inputs)) {
        expect(api.actual[wireOf(name)], `the API's ${name}`).to.equal(inputs[name]);
      }
    }),
    { numRuns: 2000 },
  );
});
