/** Many runs in a row: whatever they record, rename, replace and fail, only what may be deleted is, and only what is the stack's is updated. */

import { expect } from "chai";
import fc from "fast-check";
import { passTime, useFastTime } from "../../api/http/client-fixture.js";
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
  account: fc.constantFrom(0, 0, 0, 1),
  findsByName: fc.constantFrom(false, false, true),
});

describe("Delete, in a sequence of runs", () => {
  useFastTime();

  it("Delete: sent only for what a POST of the stack has returned and an earlier up has opted in, whatever the runs before", async () => {
    let deletes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 8 }), async (runs) => {
        const accounts = [new Api(2024), new Api(2025)] as const;
        const stack = new Stack(accounts);
        for (const one of runs) {
          const api = accounts[one.account];
          const ids = [...api.things.keys()];
          const other = one.isReplacedOutside === undefined ? undefined : ids[one.isReplacedOutside % ids.length];
          if (other !== undefined) api.make("one", false, other);
          if (one.rename !== undefined) stack.rename(...one.rename);
          const optedIn = new Set(stack.optedIn);
          const [deleteCount, updateCount] = [api.deletes.length, api.updates.length];
          await passTime(stack.run(one));
          for (const { id, thing } of api.updates.slice(updateCount)) {
            // Adopted without a read, a resource has nothing but its name to tell it by.
            const isOurs = thing?.isOfStack !== false || accounts.some(({ everNamed }) => everNamed.has(id));
            expect(isOurs, `${id} is updated and of somebody else`).to.equal(true);
          }
          for (const { id, thing, isNamed } of api.deletes.slice(deleteCount)) {
            deletes += 1;
            if (!stack.shared.has(id)) expect(optedIn.has(id), `${id} is deleted and not opted in`).to.equal(true);
            expect(isNamed, `${id} is deleted and adopted`).to.equal(false);
            expect(thing?.isOfStack, `${id} is deleted and of somebody else`).not.to.equal(false);
          }
        }
      }),
      { numRuns: 1000 },
    );
    expect(deletes, "deletes in all").to.be.above(100);
  });
});
