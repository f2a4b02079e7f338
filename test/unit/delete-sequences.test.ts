/** Many runs in a row: whatever they record, rename, replace and fail, only what may be deleted is. */

import { expect } from "chai";
import fc from "fast-check";
import { passTime, useFastTime } from "./client-fixture.js";
import { Api, faults } from "./delete-api.js";
import { type Declared, names, type Run, Stack } from "./delete-engine.js";

const declared: fc.Arbitrary<Declared> = fc.record({
  title: fc.constantFrom("one", "two"),
  clusterId: fc.constantFrom("x", "y"),
  records: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.nat(5)),
  retainOnDelete: fc.boolean(),
  deleteBeforeReplace: fc.boolean(),
  isForced: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, value);
const run: fc.Arbitrary<Run> = fc.record({
  command: fc.constantFrom("up", "up", "up", "refresh", "destroy"),
  program: fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] }),
  methods: fc.constantFrom("GET, PATCH, DELETE", "GET, PATCH, DELETE", "GET, DELETE", "GET", ""),
  faults: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant("none" as const) }, fc.constantFrom(...faults))),
  rename: rarely(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names))),
  isReplacedOutside: rarely(fc.nat(5)),
});

describe("Delete, in a sequence of runs", () => {
  useFastTime();

  it("Delete: sent only for what the stack has created and an earlier up has opted in, whatever the runs before", async () => {
    let deletes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 8 }), async (runs) => {
        const api = new Api();
        const stack = new Stack(api);
        for (const one of runs) {
          const ids = [...api.things.keys()];
          const other = one.isReplacedOutside === undefined ? undefined : ids[one.isReplacedOutside % ids.length];
          if (other !== undefined) api.make("one", false, other);
          if (one.rename !== undefined) stack.rename(...one.rename);
          const optedIn = new Set(stack.optedIn);
          const count = api.deletes.length;
          await passTime(stack.run(one));
          for (const { id, thing, isNamed } of api.deletes.slice(count)) {
            deletes += 1;
            expect(optedIn.has(id), `${id} is deleted and not opted in`).to.equal(true);
            expect(isNamed, `${id} is deleted and recorded`).to.equal(false);
            expect(thing?.isOfStack, `${id} is deleted and of somebody else`).not.to.equal(false);
          }
        }
      }),
      { numRuns: 1000 },
    );
    expect(deletes, "deletes in all").to.be.above(100);
  });
});
