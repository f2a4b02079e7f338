import { expect } from "chai";
import fc from "fast-check";
import { catchError } from "../host-fixture.js";
import { assertSequences, formatLiteral, formatTest } from "./sequence-repetition.js";

it("A random sequence that fails prints a test that repeats it, with undefined, line breaks and quotes as they are", async () => {
  const sequence = [{ value: "a\r\n\"b\" 'c'", outcome: undefined }, { value: [null, { deep: { deeper: [1] } }] }];
  const fail = () => Promise.reject(new Error("a broken promise"));
  const format = (one: unknown) => formatTest([`await run(${formatLiteral(one)})`]);
  const { message, cause } = await catchError(assertSequences(fc.constant(sequence), fail, format));
  expect(cause).to.be.an("error").with.property("message", "a broken promise");

  const [, program = ""] = message.split("This test repeats it:\n");
  const repeated: unknown[] = [];
  const tests: (() => Promise<void>)[] = [];
  const it = (_title: string, test: () => Promise<void>) => tests.push(test);
  new Function("it", "run", program)(it, async (one: unknown) => repeated.push(one));
  await tests[0]?.();
  expect(repeated).to.deep.equal([sequence]);
});
