/** Suites that need the Pulumi CLI. */

import { type FaultySandbox, startFaultySandbox } from "../faults";
import { findPulumi } from "../tools/pulumi/find";
import { TestStack } from "./stack";

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

/** What manages the resources of a stack. */
export type Way = "dynamic provider" | "plugin";

/** The same suite with each. */
export function describeWays(title: string, suite: (way: Way) => void): void {
  for (const way of ["dynamic provider", "plugin"] as const) {
    describeEngine(`${title}, with the ${way}`, () => suite(way));
  }
}

export interface StackFixture {
  api: FaultySandbox;
  stack: TestStack;
}

type Start = () => Promise<FaultySandbox>;
type Make = (api: FaultySandbox) => Promise<TestStack>;

const made =
  (way: Way): Make =>
  async (api) => {
    const stack = await TestStack.light(api);
    return way === "plugin" ? stack.usePlugin() : stack;
  };

/** A fresh API and an empty stack for each test of a suite, filled in when a test starts. */
export function useStack(start: Start = startFaultySandbox, way: Way = "dynamic provider"): StackFixture {
  const fixture = {} as StackFixture;
  beforeEach(() => open(fixture, start, made(way)));
  afterEach(() => close(fixture));
  return fixture;
}

/** One API and one stack for a suite, whose tests look at what runs of it came to. */
export function shareStack(start: Start = startFaultySandbox, by: Way | Make = "dynamic provider"): StackFixture {
  const fixture = {} as StackFixture;
  before(() => open(fixture, start, typeof by === "string" ? made(by) : by));
  after(() => close(fixture));
  return fixture;
}

async function open(fixture: StackFixture, start: Start, make: Make): Promise<void> {
  fixture.api = await start();
  fixture.stack = await make(fixture.api);
}

async function close({ stack, api }: StackFixture): Promise<void> {
  await stack?.remove();
  await api?.close();
}
