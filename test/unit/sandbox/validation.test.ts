/** Which request bodies it takes: the documented constraints, field by field. */

import { expect } from "chai";
import type { Json } from "../../../provider/api/json.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { violations } from "../../../provider/sandbox/validation.js";
import { resources } from "../resources.js";

for (const { documented, api } of resources) {
  const rows = Object.values(documented.arguments).filter(({ wire }) => wire !== undefined);
  const body = Object.fromEntries(rows.map(({ wire = "", valid }) => [wire, valid]));
  const errorsOf = (changed: Record<string, Json>) =>
    // As JSON, in which a number that is none is null.
    violations(api.definition, JSON.parse(JSON.stringify({ ...body, ...changed })), defaultFieldNames);

  describe(`The sandbox, asked to ${documented.operation},`, () => {
    for (const { wire = "", required, nullable, other, values = [], accepts = [], invalid } of rows) {
      it(`takes each documented value of ${wire}`, () => {
        for (const value of [other, ...values, ...accepts, ...(nullable ? [null] : [])]) {
          expect(errorsOf({ [wire]: value }), JSON.stringify(value)).to.deep.equal({});
        }
      });

      it(`refuses another value of ${wire}, and says so of no other field`, () => {
        for (const value of [...Object.values(invalid).flat(), ...(nullable ? [] : [null])]) {
          const errors = errorsOf({ [wire]: value });
          expect(Object.keys(errors), JSON.stringify(value)).to.deep.equal([wire]);
          for (const message of errors[wire] ?? []) expect(message).to.match(new RegExp(`^${wire} .+\\.$`));
          expect(errors[wire]).to.not.be.empty;
        }
      });

      it(`${required ? "requires" : "does without"} ${wire}`, () => {
        const { [wire]: _, ...others } = body;
        const errors = violations(api.definition, others, defaultFieldNames);
        expect(errors).to.deep.equal(required ? { [wire]: [`${wire} is required.`] } : {});
      });
    }

    it("says each mistake of each field", () => {
      const errors = errorsOf({ name: "*".repeat(41) });
      expect(errors.name).to.have.lengthOf(2);
      const all = Object.fromEntries(rows.map(({ wire = "" }) => [wire, { no: "value" }]));
      expect(Object.keys(errorsOf(all))).to.have.members(Object.keys(all));
    });
  });
}
