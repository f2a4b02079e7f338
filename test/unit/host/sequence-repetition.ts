import { inspect } from "node:util";
import fc from "fast-check";

/** The same few sequences run each time. `npm run test:soak` sets SEQUENCES for others; `.ci/run` sets SEED, too. */
const { SEQUENCES = "200", SEED = process.env.SEQUENCES === undefined ? "1" : undefined } = process.env;
const numRuns = Number(SEQUENCES);

const sequenceOptions = SEED === undefined ? { numRuns } : { numRuns, seed: Number(SEED) };

/** Whether enough long sequences run that each case must have come up. */
export const isThorough = numRuns >= 1000;

/** @param formatProgram writes a test that repeats one sequence, to be pasted into the test file */
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

/** Formats plain data as a literal. Random records have no prototype, which a literal can't express. */
export function formatLiteral(value: unknown): string {
  const everything = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 120 };
  return inspect(structuredClone(value), everything);
}
