/** diff: what counts as a change, and what it does to the resource. */

import { expect } from "chai";
import { environment } from "../../provider/api/environment.js";
import type { JsonObject } from "../../provider/api/json.js";
import { unknownValue } from "../../provider/host/changes.js";
import * as documented from "../documented/index.js";
import { validInputs } from "../documented/index.js";
import { created } from "./host-fixture.js";
import { resources } from "./resources.js";

const none = { changes: false };

for (const { documented: resource, api } of resources) {
  const required = validInputs(resource, "required");
  const rows = Object.entries(resource.arguments);
  const diff = async (first: JsonObject, then: JsonObject) => (await created(api, first)).diff(then);
  // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
  const change = (argument: string) => ({
    replaces: (resource.arguments[argument]?.replaces ?? !resource.updates) ? [argument] : [],
  });

  describe(`A change of ${resource.kind}`, () => {
    it(`${resource.updates ? "updates it in place" : "replaces it"}, unless the argument does otherwise`, async () => {
      for (const [argument, { valid: from, other: to }] of rows) {
        const first = { ...required, [argument]: from };
        const { [argument]: _, ...without } = required;
        expect(await diff(first, { ...required, [argument]: to }), argument).to.deep.equal(change(argument));
        expect(await diff(without, { ...without, [argument]: to }), argument).to.deep.equal(change(argument));
        const unknown = { ...required, [argument]: unknownValue };
        expect(await diff(first, unknown), argument).to.deep.equal(change(argument));
      }
    });

    it("is none where an argument is as it was, left out from now on, or null and no value as before", async () => {
      for (const [argument, { valid }] of rows) {
        const first = { ...required, [argument]: valid };
        const { [argument]: _, ...without } = first;
        for (const then of [{ ...first, __provider: "another release" }, without]) {
          expect(await diff(first, then), argument).to.deep.equal(none);
        }
        expect(await diff(without, { ...without, [argument]: null }), argument).to.deep.equal(none);
      }
    });

    it("is null only where it is a value", async () => {
      for (const [argument, { valid, nullable }] of rows) {
        const [text, nothing] = [valid, null].map((value) => ({ ...required, [argument]: value })) as [
          JsonObject,
          JsonObject,
        ];
        const isValue = nullable === "value";
        expect(await diff(text, nothing), argument).to.deep.equal(isValue ? change(argument) : none);
        if (!isValue) continue;
        expect(await diff(nothing, text)).to.deep.equal(change(argument));
        expect(await diff(nothing, nothing)).to.deep.equal(none);
        expect(await diff(nothing, required)).to.deep.equal(none);
      }
    });
  });
}

describe("A replacement of an environment", () => {
  const staging = validInputs(documented.environment, "required");
  const branch = documented.environment.arguments.branch?.other ?? "";

  it("under the same name in the same application warns that the API may refuse the name", async () => {
    const { diff, lines } = await created(environment, staging);
    await diff({ ...staging, branch });
    expect(lines).to.deep.equal([
      "warning: Environment id-1: its replacement has the same name, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the provider's web console",
    ]);
  });

  it("with another name or application, also one that is not known yet, warns of nothing", async () => {
    const { diff, lines } = await created(environment, staging);
    for (const other of [{ name: "next" }, { applicationId: "app-2" }, { applicationId: unknownValue }]) {
      await diff({ ...staging, branch, ...other });
    }
    expect(lines).to.deep.equal([]);
  });
});
