/** Declares suites that need the Pulumi CLI, and makes the stacks of their tests. */

import type { FaultySandbox } from "../faults";
import { commandSeconds } from "../tools/command";
import { findPulumi } from "../tools/pulumi/find";
import { TestStack } from "./stack";

/** The limit of a test that runs commands, in milliseconds: a busy machine may need minutes. */
export const engineTimeout = commandSeconds * 1000;

/** Declares a suite that needs the CLI. Without one, and without a way to get one, it fails with instructions. */
export function describeEngine(title: string, suite: (this: Mocha.Suite) => void): void {
  describe(`engine: ${title}`, function () {
    this.timeout(engineTimeout);
    before(async function () {
      // Each way to get a CLI has a limit of its own.
      this.timeout(0);
      await findPulumi();
    });
    suite.call(this);
  });
}

interface Api {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

export interface StackFixture<A extends Api = FaultySandbox> {
  api: A;
  stack: TestStack;
}

type Use = <A extends Api = FaultySandbox>(start: () => Promise<A>, make?: typeof TestStack.create) => StackFixture<A>;

/** Makes a new API and an empty stack for each test of a suite. The fixture is empty until a test starts. */
export const useStack: Use = (...makers) => open(beforeEach, afterEach, ...makers);

/** Makes one API and one stack for all tests of a suite, which check the results of the same commands. */
export const shareStack: Use = (...makers) => open(before, after, ...makers);

function open<A extends Api>(
  begin: typeof before,
  end: typeof after,
  start: () => Promise<A>,
  make = TestStack.createLight,
): StackFixture<A> {
  const fixture = {} as StackFixture<A>;
  begin(async () => {
    fixture.api = await start();
    fixture.stack = await make(fixture.api);
  });
  end(async () => {
    await fixture.stack?.remove();
    await fixture.api?.close();
  });
  return fixture;
}
