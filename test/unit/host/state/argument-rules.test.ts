/** What the state keeps of an argument after each event, as a table. */

import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { type Argument, defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, list, optional, text } from "../../../../provider/definitions/field.js";
import { applyEvent, type Event } from "../../../../provider/host/state/argument-rules.js";
import {
  type StoredValues,
  type UnknownOutcome,
  unknownOutcome,
} from "../../../../provider/host/state/argument-values.js";

const { arguments: kinds } = defineResource("Thing", {
  type: "things",
  create: "POST /things",
  update: "PATCH /things/{id}",
  rows: {
    updates: optional(text()),
    replaces: optional(text(), { replaces: true }),
    nullable: optional(text(), { nullable: "value" }),
    secret: optional(text(), { nullable: "value", mayHoldSecrets: true }),
    "never echoed": optional(text(), { echoed: false }),
    "never sent": optional(list, { sent: false }),
    existingId,
  },
});
const unknown: typeof unknownOutcome = unknownOutcome;
/** What the state has: the API made another value of what was requested. */
const before: StoredValues = { output: "o", requested: "q", returned: "t" };
/** The same, where the API has what was requested. */
const alike: StoredValues = { output: "o", requested: "o", returned: "o" };
const noOutput: StoredValues = { ...before, output: null };
const unsettled: StoredValues = { ...before, returned: unknown };

/** Of each kind of argument: output, requested and returned after the event. */
type Expected = Readonly<Record<string, readonly [Json, Json, Json | UnknownOutcome]>>;
const rules: readonly [
  what: string,
  event: Event,
  from: StoredValues,
  call: { readonly input?: Json; readonly response?: Json },
  expected: Expected,
][] = [
  [
    "a response, of what the program sets",
    "response",
    before,
    { input: "i", response: "r" },
    {
      updates: ["i", "i", "r"],
      replaces: ["i", "i", "r"],
      nullable: ["i", "i", "r"],
      secret: ["i", "i", "r"],
    },
  ],
  [
    "a response without the value, of what the program sets",
    "response",
    before,
    { input: "i" },
    {
      updates: ["i", "i", "i"],
      "never echoed": ["i", "i", "i"],
      "never sent": ["i", "i", "i"],
    },
  ],
  [
    "a response that has the value but for white space",
    "response",
    before,
    { input: " i\n", response: "i" },
    {
      updates: [" i\n", " i\n", " i\n"],
      secret: [" i\n", " i\n", " i\n"],
    },
  ],
  [
    "a response, of what the program leaves out",
    "response",
    before,
    { response: "r" },
    {
      updates: ["r", "q", "r"],
      replaces: ["r", "q", "r"],
      nullable: ["r", "q", "r"],
      secret: [null, "q", "r"],
    },
  ],
  [
    "a response without the value, of what the program leaves out",
    "response",
    before,
    {},
    {
      updates: ["o", "q", "t"],
      nullable: [null, "q", "t"],
      secret: [null, "q", "t"],
      "never echoed": [null, "q", null],
      "never sent": [null, "q", null],
      existingId: ["o", "q", "t"],
    },
  ],
  [
    "a response, of what was alike and the program leaves out",
    "response",
    alike,
    { response: "r" },
    {
      updates: ["r", "r", "r"],
      nullable: ["r", "o", "r"],
    },
  ],
  [
    "an update without a request",
    "nothing sent",
    unsettled,
    { input: "i" },
    {
      updates: ["i", "i", unknown],
      replaces: ["i", "i", unknown],
    },
  ],
  [
    "an unknown outcome, of what was not changed",
    "unknown outcome",
    before,
    {},
    {
      updates: ["o", "q", "t"],
      secret: [null, "q", unknown],
      "never echoed": [null, "q", unknown],
      existingId: ["o", "q", "t"],
    },
  ],
  [
    "a read",
    "read",
    before,
    { response: "r" },
    {
      updates: ["r", "q", "r"],
      replaces: ["o", "q", "r"],
      nullable: ["r", "q", "r"],
      secret: ["r", "q", "r"],
    },
  ],
  [
    "a read, of what has no output",
    "read",
    noOutput,
    { response: "r" },
    {
      updates: ["r", "q", "r"],
      replaces: ["r", "q", "r"],
      secret: [null, "q", "r"],
    },
  ],
  ["a read without the value, of what has no output", "read", noOutput, {}, { secret: [null, "q", "t"] }],
  [
    "a read that has the value but for white space",
    "read",
    { output: "o ", requested: "q ", returned: "t" },
    { response: "o" },
    { updates: ["o ", "q ", "o "], replaces: ["o ", "q ", "o "] },
  ],
  [
    "a read of what was requested, but for white space",
    "read",
    { output: "o ", requested: "q ", returned: "t" },
    { response: "q" },
    { updates: ["q ", "q ", "q "], replaces: ["o ", "q ", "q "] },
  ],
  [
    "a read after an unknown outcome",
    "read",
    unsettled,
    { response: "r" },
    {
      updates: ["r", "q", unknown],
      replaces: ["o", "q", "r"],
    },
  ],
  ["an adoption", "adoption", before, {}, { updates: ["o", "q", "t"], replaces: ["o", "o", "o"] }],
];
for (const [what, event, from, { input, response }, expected] of rules) {
  for (const [kind, values] of Object.entries(expected)) {
    it(`Values of an argument after ${what}: one that ${kind}`, () => {
      const argument = kinds.find(({ name }) => name === kind) as Argument;
      const { output, requested, returned } = applyEvent(event, { ...from, input }, argument, response);
      expect([output, requested, returned]).to.deep.equal(values);
    });
  }
}

it("Values of an argument after an unknown outcome: unknown of what was changed, whatever it is", () => {
  for (const argument of kinds) {
    const after = applyEvent("unknown outcome", { ...before, input: "i" }, argument, undefined, true);
    expect(after).to.deep.equal({ output: "i", requested: "i", returned: unknown });
  }
});
