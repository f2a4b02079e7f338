import { expect } from "chai";
import fc from "fast-check";
import { catchError } from "../host-fixture.js";
import { assertSequences, formatLiteral, formatTest } from "./sequence-repetition.js";

it("A random sequence that fails prints a test that repeats it, with undefined, line breaks and quotes as they are", async () => {
  const sequence = {
    steps: [{ value: "a\r\n\"b\" 'c'", outcome: undefined }, { value: [null, { deep: { deeper: [1] } }] }],
  };
  const arbitrary = fc.record({ steps: fc.constant(sequence.steps) });
  const fail = () => Promise.reject(new Error("a broken promise"));
  const format = (one: unknown) => formatTest(["const stack = new Stack()", `await stack.run(${formatLiteral(one)})`]);
  const { message, cause } = await catchError(assertSequences(arbitrary, fail, format));
  expect(cause).to.be.an("error").with.property("message", "a broken promise");

  const [, program = ""] = message.split("This test repeats it:\n");
  const repeated: unknown[] = [];
  class Stack {
    async run(one: unknown): Promise<void> {
      repeated.push(one);
    }
  }
  let body = async (): Promise<void> => undefined;
  new Function("it", "Stack", program)((_title: string, test: () => Promise<void>) => {
    body = test;
  }, Stack);
  await body();
  expect(repeated).to.deep.equal([sequence]);
});
