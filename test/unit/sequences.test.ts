/** Many steps in a row: what previews say, what is sent, and what the state keeps, whatever the API answered in between. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import type { Client } from "../../provider/api/client.js";
import { ApiError } from "../../provider/api/errors.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/definitions/cache.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { InitFailed } from "../../provider/host/init-failed.js";
import { resourceHost } from "../../provider/host/resource.js";
import { sessionWith } from "./host-fixture.js";

/** Argument → its name on the wire and some of its values. */
const settings: Readonly<Record<string, readonly [wire: string, ...values: Json[]]>> = {
  size: ["size", "250mb", "1gb", "5gb"],
  hibernationTimeout: ["hibernation_timeout", 15, 30, 45],
  isPublic: ["is_public", true, false],
};
const names = Object.keys(settings);
const wireOf = (name: string) => settings[name]?.[0] ?? name;

/** What the API does with a request. */
const behaviours = [
  "applies",
  "ignores",
  "is slow",
  "normalises",
  "leaves out",
  "nulls",
  "fails before",
  "fails after",
] as const;
type Behaviour = (typeof behaviours)[number];

/** What the program sets; undefined is left out. */
type Program = Readonly<Record<string, Json | undefined>>;

interface Step {
  readonly program: Program;
  readonly behaviour: Behaviour;
  /** Changed outside Pulumi before the step. */
  readonly drift: Program;
  /** Clears a recorded failure, as `pulumi refresh` does. */
  readonly refreshes: boolean;
}

const values = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(null, ...(settings[name]?.slice(1) ?? []))])),
  { requiredKeys: [] },
);
const drift = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, values);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ program: values, behaviour: fc.constantFrom(...behaviours), drift, refreshes: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

/** An API of one cache, the engine of one resource, and what a user saw of both. */
function walk() {
  const actual: JsonObject = { size: "250mb", hibernation_timeout: 15, is_public: false };
  let pending: JsonObject = {};
  let behaviour: Behaviour = "applies";
  let sent: JsonObject | undefined;
  /** What a client knows of the API's values; of one whose outcome is unknown, nothing. */
  const known: Record<string, Json | undefined> = {};
  const client = (): Client => ({
    fieldNames: defaultFieldNames,
    async send({ body }) {
      const { name: _, ...fields } = body;
      sent = fields;
      Object.assign(actual, pending);
      pending = {};
      const shown = { ...actual };
      if (behaviour === "fails before" || behaviour === "fails after") {
        if (behaviour === "fails after") Object.assign(actual, fields);
        for (const wire of Object.keys(fields)) known[wire] = undefined;
        throw new ApiError("update cache", { kind: "status", status: 500, message: undefined, fields: {} }, "unknown");
      }
      if (behaviour === "is slow") pending = fields;
      else if (behaviour !== "ignores") Object.assign(actual, fields);
      if (behaviour === "normalises" && "hibernation_timeout" in fields) actual.hibernation_timeout = 60;
      const attributes = behaviour === "is slow" ? shown : actual;
      const isSilent = behaviour === "leaves out" || behaviour === "nulls";
      Object.assign(known, isSilent ? fields : attributes);
      if (behaviour === "leaves out") return { data: { id: "c", attributes: {} } };
      if (behaviour === "nulls")
        return { data: { id: "c", attributes: Object.fromEntries(Object.keys(attributes).map((key) => [key, null])) } };
      return { data: { id: "c", attributes: { ...attributes } } };
    },
  });
  let state: JsonObject | undefined;
  /** The inputs that the engine keeps: the old ones after a recorded failure. */
  let kept: JsonObject = {};
  let hasFailed = false;

  /** One preview and one `up`: what the two had to say. */
  async function up(program: Program, how: Behaviour) {
    behaviour = how;
    sent = undefined;
    // Each run has a process of its own.
    const { session, lines } = sessionWith({});
    session.client = client;
    const host = resourceHost(cache, session);
    const raw = { cacheId: "c", name: "nn", ...program } as JsonObject;
    const { inputs } = (await host.check?.({}, raw)) as { inputs: JsonObject };
    const before = state;
    const marks = names.filter(
      (name) => name in inputs && name in kept && !isDeepStrictEqual(inputs[name], kept[name]),
    );
    const diff = before && (await host.diff?.("c", before, inputs));
    const said = lines.join();
    const isShown = diff?.changes !== false;
    if (before === undefined) {
      state = await host.create(inputs).then(
        ({ outs }) => outs as JsonObject,
        () => undefined,
      );
      if (state !== undefined) kept = inputs;
    } else if (isShown || hasFailed) {
      const updated = await host.update?.("c", before, inputs).then(
        (result) => ({ outs: result.outs as JsonObject, failed: false }),
        (error) => ({ outs: error instanceof InitFailed ? error.properties : before, failed: true }),
      );
      state = updated?.outs;
      hasFailed = updated?.failed === true;
      if (!hasFailed) kept = inputs;
    } else kept = inputs;
    const next = state && (await host.diff?.("c", state, inputs));
    return {
      isShownNext: next !== undefined && next.changes !== false,
      inputs,
      before,
      marks,
      isShown,
      said,
      sent: sent as JsonObject | undefined,
      state,
      hasFailed,
    };
  }

  return {
    up,
    actual,
    known,
    refresh: () => {
      hasFailed = false;
    },
  };
}

describe("A sequence of programs against an API of any kind", () => {
  it("has previews that say what is sent, and says again what the API does not have", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { up, actual, known, refresh } = walk();
        for (const { program, behaviour, drift: outside, refreshes } of sequence) {
          for (const [name, value] of Object.entries(outside)) if (value != null) actual[wireOf(name)] = value;
          if (refreshes) refresh();
          const step = await up(program, behaviour);
          const { inputs, before, state } = step;
          for (const name of step.before === undefined ? [] : step.marks) {
            expect(step.sent, `${name} is marked and not sent`).to.have.property(wireOf(name));
          }
          for (const wire of Object.keys(step.sent ?? {})) {
            const name = names.find((one) => wireOf(one) === wire) ?? wire;
            expect(inputs, `${name} is sent and not set`).to.have.property(name);
            // What is sent stands in the preview: by the engine's mark, or by a line where it sees no change.
            const isMarked = step.marks.includes(name) || !(name in (before ?? {})) || before?.[name] !== inputs[name];
            expect(
              before === undefined || isMarked || step.said.includes(`${name}: `),
              `${name} is sent unsaid`,
            ).to.equal(true);
          }
          if (step.sent === undefined && before !== undefined) expect(step.isShown).to.equal(false);
          if (state === undefined) continue;
          for (const name of names.filter((one) => one in inputs)) {
            // What a preview shows to dependents of an argument is the input.
            expect(state[name], `the output ${name}`).to.equal(inputs[name]);
          }
          const isConflict = names.some((name) => name in inputs && known[wireOf(name)] !== inputs[name]);
          expect(step.isShownNext, "shown by the next preview").to.equal(isConflict);
        }
        // The program stays as it is, once asks for what was changed outside, and the API obeys and answers all.
        const last = { ...sequence.at(-1)?.program, triggers: ["now"] };
        for (let count = 0; count < 3; count += 1) await up(last, "applies");
        const end = await up(last, "applies");
        expect(end).to.deep.include({ isShown: false, sent: undefined, hasFailed: false });
        for (const name of names.filter((one) => one in end.inputs)) {
          expect(actual[wireOf(name)], `the API's ${name}`).to.equal(end.inputs[name]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
