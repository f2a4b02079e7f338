/** Suites that need the Pulumi CLI. */

import { findPulumi } from "../tools/pulumi/find";
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

type Starts<A> = () => Promise<A>;
type Makes = (api: Api) => Promise<TestStack>;

/** A fresh API and an empty stack for each test of a suite, filled in when a test starts. */
export function useStack<A extends Api & { close(): Promise<void> }>(start: Starts<A>): StackFixture<A> {
  const fixture = {} as StackFixture<A>;
  beforeEach(() => open(fixture, start));
  afterEach(() => close(fixture));
  return fixture;
}

/** One API and one stack for a suite, whose tests look at what runs of it came to. */
export function shareStack<A extends Api & { close(): Promise<void> }>(
  start: Starts<A>,
  make?: Makes,
): StackFixture<A> {
  const fixture = {} as StackFixture<A>;
  before(() => open(fixture, start, make));
  after(() => close(fixture));
  return fixture;
}

async function open<A extends Api>(
  fixture: StackFixture<A>,
  start: Starts<A>,
  make: Makes = TestStack.light,
): Promise<void> {
  fixture.api = await start();
  fixture.stack = await make(fixture.api);
}

async function close({ stack, api }: StackFixture<{ close(): Promise<void> }>): Promise<void> {
  await stack?.remove();
  await api?.close();
}
