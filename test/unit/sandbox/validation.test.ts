/** Which request bodies it takes: the documented constraints, field by field. */

import { expect } from "chai";
import type { Json } from "../../../provider/api/http/json.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { findViolations } from "../../../provider/sandbox/validation.js";
import { resources } from "../resources.js";

for (const { documented, definition } of resources) {
  const rows = Object.values(documented.arguments).filter(({ wire }) => wire !== undefined);
  const body = Object.fromEntries(rows.map(({ wire = "", valid }) => [wire, valid]));
  const errorsOf = (changed: Record<string, Json>) =>
    // As JSON, in which a number that is none is null.
    findViolations(definition, "create", JSON.parse(JSON.stringify({ ...body, ...changed })), defaultFieldNames);

  describe(`Sandbox: ${documented.create.operation}`, () => {
    it(`Sandbox: ${documented.create.operation} takes each documented value, and refuses another under its field alone`, () => {
      for (const { wire = "", nullable, other, values = [], accepts = [], invalid } of rows) {
        for (const value of [other, ...values, ...accepts, ...(nullable ? [null] : [])]) {
          expect(errorsOf({ [wire]: value }), `${wire} ${JSON.stringify(value)}`).to.deep.equal({});
        }
        for (const value of [...Object.values(invalid).flat(), ...(nullable ? [] : [null])]) {
          const [[field, messages = []] = [], ...others] = Object.entries(errorsOf({ [wire]: value }));
          expect([field, ...others], JSON.stringify(value)).to.deep.equal([wire]);
          for (const message of messages) expect(message).to.match(new RegExp(`^${wire} .+\\.$`));
        }
      }
    });

    it(`Sandbox: ${documented.create.operation} requires what is documented as required, and nothing else`, () => {
      for (const { wire = "", required } of rows) {
        const { [wire]: _, ...others } = body;
        const errors = findViolations(definition, "create", others, defaultFieldNames);
        expect(errors).to.deep.equal(required ? { [wire]: [`${wire} is required.`] } : {});
      }
    });
  });
}
