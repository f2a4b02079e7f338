/** The same program in two stacks of their own: one whose resources are dynamic, and one where the plugin manages them. */

import { TestStack } from "../engine/stack";
import { type FaultySandbox, startFaultySandbox } from "../faults";

export interface Side {
  readonly stack: TestStack;
  readonly api: FaultySandbox;
}

export interface Both {
  readonly dynamic: Side;
  readonly plugin: Side;
}

/** Filled in before the suite's tests. */
export function shareBoth(arrange: (api: FaultySandbox) => void | Promise<void> = () => {}): Both {
  const sides = {} as { -readonly [Way in keyof Both]: Both[Way] };
  before(async () => {
    sides.dynamic = await open(arrange);
    sides.plugin = await open(arrange);
    await sides.plugin.stack.usePlugin();
  });
  after(async () => {
    for (const { stack, api } of Object.values<Side>(sides)) {
      await stack.remove();
      await api.close();
    }
  });
  return sides;
}

async function open(arrange: (api: FaultySandbox) => void | Promise<void>): Promise<Side> {
  const api = await startFaultySandbox();
  await arrange(api);
  return { api, stack: await TestStack.light(api) };
}
