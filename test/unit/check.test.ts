/** Which values each argument takes: the documented ones, all of them, and nothing else. */

import { expect } from "chai";
import type { Json } from "../../provider/api/json.js";
import { validInputs } from "../documented/index.js";
import { check, unlistedAllowed } from "./host-fixture.js";
import { resources } from "./resources.js";

for (const { documented, api } of resources) {
  describe(`check of ${documented.kind}`, () => {
    for (const [name, argument] of Object.entries(documented.arguments)) {
      const { required, valid, other, values = [], accepts = [], invalid } = argument;
      const { [name]: _, ...others } = validInputs(documented);
      const reasonsOf = async (value: Json) => (await check(api, { ...others, [name]: value })).reasons;

      it(`accepts each documented value of ${name}`, async () => {
        for (const value of [valid, other, ...values, ...accepts, ...(required ? [] : [null])]) {
          expect(await reasonsOf(value), JSON.stringify(value)).to.deep.equal([]);
        }
      });

      it(`refuses another value of ${name}, and says why`, async () => {
        for (const [says, refused] of Object.entries(invalid)) {
          for (const value of refused) {
            const [reason, ...more] = await reasonsOf(value);
            expect(reason?.slice(0, `${name} ${says}`.length), JSON.stringify(value)).to.equal(`${name} ${says}`);
            expect(more).to.deep.equal([]);
          }
        }
      });

      it(`${required ? "requires" : "does without"} ${name}`, async () => {
        const says = Object.keys(invalid).find((reason) => reason.startsWith("is required, "));
        const reasons = (await check(api, others)).reasons;
        if (required) expect(reasons.join()).to.match(new RegExp(`^${name} ${says}`));
        else expect(reasons).to.deep.equal([]);
      });

      if (values.length === 0) continue;
      it(`lets any text through for ${name} with apphosting:allowUnlistedValues, and nothing else`, async () => {
        const allowed = (value: Json) => check(api, { ...others, [name]: value }, unlistedAllowed);
        expect((await allowed("new-1")).reasons).to.deep.equal([]);
        expect((await allowed(1)).reasons.join()).to.match(new RegExp(`^${name} must be one of `));
      });
    }
  });
}
