/** What is written to the state is read back: an update of an unknown outcome stays one until the API tells the value. */

import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, output, text } from "../../../../provider/definitions/field.js";
import { newValues, type StoredValues, unknownOutcome } from "../../../../provider/host/state/argument-values.js";
import {
  createState,
  decodeState,
  encodeState,
  getValues,
  takeStateProperties,
} from "../../../../provider/host/state/resource-state.js";
import { thing } from "../../host-fixture.js";

const table: readonly [what: string, output: Json, requested: Json][] = [
  ["with a value", "a", "b"],
  ["that the program has left out", null, null],
  ["that the program has left out after it has requested a value", null, "b"],
];
for (const [what, output, requested] of table) {
  it(`A setting of an unknown outcome, ${what}: the state keeps that its outcome is unknown`, () => {
    const setting: StoredValues = { output, requested, returned: unknownOutcome };
    const state = { arguments: { existingId: newValues, size: setting, note: setting }, outputs: {} };
    expect(decodeState(thing, encodeState(thing, state)).arguments).to.deep.equal(state.arguments);
  });
}

it("Unknown outcome as releases up to 0.3.0 wrote it: null beside an output, where null is no value of the argument", () => {
  const properties = takeStateProperties({ size: "a", note: "a", answered: { size: null, note: null } });
  const { size, note } = decodeState(thing, properties).arguments;
  expect(size?.returned).to.equal(unknownOutcome);
  expect(note?.returned).to.equal(null);
});

it("State of a resource that is not created yet: has null for each output, and a setting for each argument alone", () => {
  const cluster = defineResource("Cluster", {
    type: "c",
    create: "POST /c",
    rows: { existingId, status: output(text()) },
  });
  const state = createState(cluster);
  expect(state).to.deep.equal({ arguments: { existingId: newValues }, outputs: { status: null } });
  expect(() => getValues(state, "status")).to.throw("the definition has no argument status");
});
