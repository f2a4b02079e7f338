/** Suites that need the Pulumi CLI, and the count of golden texts at the end of a run. */

import { findPulumi } from "../tools/pulumi/find";
import { goldenCount } from "./golden";
import { type Api, TestStack } from "./stack";

/** Without a CLI and a way to get one, the suite says so and is left out; in CI it fails. */
export function describeEngine(title: string, suite: (this: Mocha.Suite) => void): void {
  describe(`engine: ${title}`, () => {
    before(async function () {
      // Each way to a Pulumi has a limit of its own, and fails with instructions.
      this.timeout(0);
      try {
        await findPulumi();
      } catch (error) {
        if (process.env.CI) throw error;
        console.error(String(error));
        this.skip();
      }
    });
    // The hooks of an inner suite do not run where this one is skipped.
    describe("", suite);
  });
}

export interface StackFixture<A> {
  api: A;
  stack: TestStack;
}

/** A fresh API and an empty stack for each test of a suite, filled in when a test starts. */
export function useStack<A extends Api & { close(): Promise<void> }>(
  start: () => Promise<A>,
): StackFixture<A> {
  const fixture = {} as StackFixture<A>;
  beforeEach(async () => {
    fixture.api = await start();
    fixture.stack = await TestStack.create(fixture.api);
  });
  afterEach(async () => {
    await fixture.stack?.remove();
    await fixture.api?.close();
  });
  return fixture;
}

export const mochaHooks = {
  afterAll(): void {
    if (goldenCount() > 0) console.log(`\n  ${goldenCount()} previews of the engine are held as golden text`);
  },
};
