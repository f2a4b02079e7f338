/** Declares suites that need the Pulumi CLI, and makes the stacks of their tests. */

import { type FaultySandbox, startFaultySandbox } from "../faults";
import { findPulumi } from "../tools/pulumi/find";
import { TestStack } from "./stack";

/** For tests that run a CLI or a package manager, in milliseconds: a busy machine takes minutes for some. Others have that of .mocharc.json. */
export const engineTimeout = 600_000;

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

export interface StackFixture {
  api: FaultySandbox;
  stack: TestStack;
}

type StartApi = () => Promise<FaultySandbox>;
type MakeStack = (api: FaultySandbox) => Promise<TestStack>;

/** Makes a new API and an empty stack for each test of a suite. They are filled in when a test starts. */
export function useStack(start: StartApi = startFaultySandbox, make: MakeStack = TestStack.createLight): StackFixture {
  const fixture = {} as StackFixture;
  beforeEach(() => open(fixture, start, make));
  afterEach(() => close(fixture));
  return fixture;
}

/** Makes one API and one stack for a suite, whose tests look at what its runs came to. */
export function shareStack(
  start: StartApi = startFaultySandbox,
  make: MakeStack = TestStack.createLight,
): StackFixture {
  const fixture = {} as StackFixture;
  before(() => open(fixture, start, make));
  after(() => close(fixture));
  return fixture;
}

async function open(fixture: StackFixture, start: StartApi, make: MakeStack): Promise<void> {
  fixture.api = await start();
  fixture.stack = await make(fixture.api);
}

async function close({ stack, api }: StackFixture): Promise<void> {
  await stack?.remove();
  await api?.close();
}
