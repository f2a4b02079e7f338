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
/**
 * A value is a letter: `o`, `q` and `t` are what the state has as output, as requested and as returned, `i` is the input, and `r` the
 * value in the response. A capital is the same with white space after it, `-` is null, and `?` an unknown outcome.
 */
function readValue(letter: string): Json | UnknownOutcome {
  if (letter === "?") return unknownOutcome;
  if (letter === "-") return null;
  return letter === letter.toLowerCase() ? letter : `${letter.toLowerCase()} `;
}

const readInput = (letter: string) => (letter === "" ? undefined : (readValue(letter) as Json));

/** Output, requested and returned, a letter each. */
function readStored([output = "", requested = "", returned = ""]: string): StoredValues {
  return { output: readValue(output) as Json, requested: readValue(requested) as Json, returned: readValue(returned) };
}

/** Before and after each event, the values of arguments of some kinds. An empty text is no input, or a response without the value. */
const rules: readonly [event: Event, input: string, response: string, before: string, after: string][] = [
  ["response", "i", "r", "oqt", "updates iir, replaces iir, nullable iir, secret iir"],
  ["response", "i", "", "oqt", "updates iii, never echoed iii, never sent iii"],
  ["response", "I", "i", "oqt", "updates III, secret III"],
  ["response", "", "r", "oqt", "updates rqr, replaces rqr, nullable rqr, secret -qr"],
  [
    "response",
    "",
    "",
    "oqt",
    "updates oqt, nullable -qt, secret -qt, never echoed -q-, never sent -q-, existingId oqt",
  ],
  ["response", "", "r", "ooo", "updates rrr, nullable ror"],
  ["nothing sent", "i", "", "oq?", "updates ii?, replaces ii?"],
  ["unknown outcome", "", "", "oqt", "updates oqt, secret -q?, never echoed -q?, existingId oqt"],
  ["read", "", "r", "oqt", "updates rqr, replaces oqr, nullable rqr, secret rqr"],
  ["read", "", "r", "-qt", "updates rqr, replaces rqr, secret -qr"],
  ["read", "", "", "-qt", "secret -qt"],
  ["read", "", "o", "OQt", "updates OQO, replaces OQO"],
  ["read", "", "q", "OQt", "updates QQQ, replaces OQQ"],
  ["read", "", "r", "oq?", "updates rq?, replaces oqr"],
  ["adoption", "", "", "oqt", "updates oqt, replaces ooo"],
];
for (const [event, input, response, before, after] of rules) {
  for (const [, kind = "", expected = ""] of after.matchAll(/(\w[\w ]*) (\S{3})/g)) {
    const call = `${event}, input ${input || "none"}, response ${response || "none"}`;
    it(`Values of an argument after ${call}: ${kind}, ${before} becomes ${expected}`, () => {
      const argument = kinds.find(({ name }) => name === kind) as Argument;
      const values = { ...readStored(before), input: readInput(input) };
      expect(applyEvent(event, values, argument, readInput(response))).to.deep.equal(readStored(expected));
    });
  }
}

it("Values of an argument after an unknown outcome: unknown of what was changed, whatever it is", () => {
  for (const argument of kinds) {
    const after = applyEvent("unknown outcome", { ...readStored("oqt"), input: "i" }, argument, undefined, true);
    expect(after).to.deep.equal(readStored("ii?"));
  }
});
