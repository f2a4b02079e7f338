/** For mocha: its main process finds Pulumi, and the workers have the result from its environment. */

import { findPulumi } from "./find";

export async function mochaGlobalSetup(): Promise<void> {
  // Tests of units and of the host need no Pulumi, and must not wait for one to be built.
  const others = process.argv.filter((word) => /^(\.[\\/])?test[\\/](?!(unit|host)([\\/]|$))/.test(word));
  // Without a Pulumi, the suites that need one say so.
  if (others.length > 0) await findPulumi().catch(() => {});
}
