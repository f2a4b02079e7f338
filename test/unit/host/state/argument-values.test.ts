/** The rules for one argument, as tables: what is a change, and what the state keeps. */

import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { type Argument, defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, list, optional, text } from "../../../../provider/definitions/field.js";
import {
  applyEvent,
  type Change,
  changeOf,
  type Event,
  type StoredValues,
  type UnknownOutcome,
  unknownOutcome,
} from "../../../../provider/host/state/argument-values.js";

const { arguments: args } = defineResource("Thing", {
  type: "things",
  create: "POST /things",
  update: "PATCH /things/{id}",
  rows: { size: optional(text()), region: optional(text(), { replaces: true }), existingId },
});

const table: readonly [
  what: string,
  program: Json | undefined,
  requested: Json,
  returned: Json | UnknownOutcome,
  ...Change[],
][] = [
  ["that the program leaves out", undefined, "a", "b", "none", "none"],
  ["that is as requested and as returned", "a", "a", "a", "none", "none"],
  ["that the API has not applied", "a", "a", "b", "update", "none"],
  ["that goes back to what the API has", "b", "a", "b", "update", "none"],
  ["that differs from both", "c", "a", "b", "update", "replace"],
  ["of an unknown outcome", "a", "a", unknownOutcome, "update", "none"],
];
for (const [what, program, requested, returned, ...changes] of table) {
  it(`Argument ${what}: diff of one that updates, and of one that replaces: ${changes.join(", ")}`, () => {
    const found = args
      .slice(0, changes.length)
      .map((argument) => changeOf({ input: program, output: "a", requested, returned }, argument));
    expect(found).to.deep.equal(changes);
  });
}

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

type Row = readonly [kind: string, ...expected: (Json | UnknownOutcome)[]];
/** Output, requested and returned after an event, from `before`, with the response "r" where there is one. */
const rules: Readonly<
  Record<string, { event: Event; input?: Json; response?: Json; from?: StoredValues; rows: readonly Row[] }>
> = {
  "a response, of what the program sets": {
    event: "response",
    input: "i",
    response: "r",
    rows: [
      ["updates", "i", "i", "r"],
      ["replaces", "i", "i", "r"],
      ["nullable", "i", "i", "r"],
      ["secret", "i", "i", "r"],
    ],
  },
  "a response without the value, of what the program sets": {
    event: "response",
    input: "i",
    rows: [
      ["updates", "i", "i", "i"],
      ["never echoed", "i", "i", "i"],
      ["never sent", "i", "i", "i"],
    ],
  },
  "a response that has the value but for white space": {
    event: "response",
    input: " i\n",
    response: "i",
    rows: [
      ["updates", " i\n", " i\n", " i\n"],
      ["secret", " i\n", " i\n", " i\n"],
    ],
  },
  "a response, of what the program leaves out": {
    event: "response",
    response: "r",
    rows: [
      ["updates", "r", "q", "r"],
      ["replaces", "r", "q", "r"],
      ["nullable", "r", "q", "r"],
      ["secret", null, "q", "r"],
    ],
  },
  "a response without the value, of what the program leaves out": {
    event: "response",
    rows: [
      ["updates", "o", "q", "t"],
      ["nullable", null, "q", "t"],
      ["secret", null, "q", "t"],
      ["never echoed", null, "q", null],
      ["never sent", null, "q", null],
      ["existingId", "o", "q", "t"],
    ],
  },
  "a response, of what was alike and the program leaves out": {
    event: "response",
    response: "r",
    from: alike,
    rows: [
      ["updates", "r", "r", "r"],
      ["nullable", "r", "o", "r"],
    ],
  },
  "an update without a request": {
    event: "nothing sent",
    input: "i",
    from: { ...before, returned: unknown },
    rows: [
      ["updates", "i", "i", unknown],
      ["replaces", "i", "i", unknown],
    ],
  },
  "an unknown outcome, of what was not changed": {
    event: "unknown outcome",
    rows: [
      ["updates", "o", "q", "t"],
      ["secret", null, "q", unknown],
      ["never echoed", null, "q", unknown],
      ["existingId", "o", "q", "t"],
    ],
  },
  "a read": {
    event: "read",
    response: "r",
    rows: [
      ["updates", "r", "q", "r"],
      ["replaces", "o", "q", "r"],
      ["nullable", "r", "q", "r"],
      ["secret", "r", "q", "r"],
    ],
  },
  "a read, of what has no output": {
    event: "read",
    response: "r",
    from: { ...before, output: null },
    rows: [
      ["updates", "r", "q", "r"],
      ["replaces", "r", "q", "r"],
      ["secret", null, "q", "r"],
    ],
  },
  "a read after an unknown outcome": {
    event: "read",
    response: "r",
    from: { ...before, returned: unknown },
    rows: [
      ["updates", "r", "q", unknown],
      ["replaces", "o", "q", "r"],
    ],
  },
  "an adoption": {
    event: "adoption",
    rows: [
      ["updates", "o", "q", "t"],
      ["replaces", "o", "o", "o"],
    ],
  },
};
for (const [what, { event, input, response, from = before, rows }] of Object.entries(rules)) {
  for (const [kind, ...expected] of rows) {
    it(`Values of an argument after ${what}: one that ${kind}`, () => {
      const argument = kinds.find(({ name }) => name === kind) as Argument;
      const { output, requested, returned } = applyEvent(event, { ...from, input }, argument, response);
      expect([output, requested, returned]).to.deep.equal(expected);
    });
  }
}

it("Values of an argument after an unknown outcome: unknown of what was changed, whatever it is", () => {
  for (const argument of kinds) {
    const after = applyEvent("unknown outcome", { ...before, input: "i" }, argument, undefined, true);
    expect(after).to.deep.equal({ output: "i", requested: "i", returned: unknown });
  }
});
