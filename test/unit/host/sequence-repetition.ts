/** Runs random sequences, and prints of one that fails a program that repeats it. */

import { inspect } from "node:util";
import fc from "fast-check";
import { sequenceOptions } from "./sequence-options.js";

/**
 * Runs random sequences until one fails.
 *
 * @param formatProgram makes the lines that can be pasted into the test file, and repeat that sequence alone
 */
export async function assertSequences<Sequence>(
  sequences: fc.Arbitrary<Sequence>,
  run: (sequence: Sequence) => Promise<void>,
  formatProgram: (sequence: Sequence) => string,
): Promise<void> {
  const details = await fc.check(fc.asyncProperty(sequences, run), sequenceOptions);
  if (!details.failed) return;
  const [sequence] = details.counterexample ?? [];
  const program = sequence === undefined ? "" : `\n\nThis test repeats it:\n\n${formatProgram(sequence)}\n`;
  const { errorInstance: cause } = details;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(`${reason}\n\n${fc.defaultReportMessage(details)}${program}`, { cause });
}

export function formatTest(calls: readonly string[]): string {
  return ['it("repeats a random sequence", async () => {', ...calls.map((call) => `  ${call};`), "});"].join("\n");
}

/** Formats plain data as a literal. Random records have no prototype, which a literal cannot say. */
export function formatLiteral(value: unknown): string {
  const everything = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 120 };
  return inspect(structuredClone(value), everything);
}
