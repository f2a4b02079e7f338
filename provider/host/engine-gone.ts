/** Whether the engine that this process works for still runs. */

import { connect } from "node:http2";

/**
 * Calls back once when the engine is gone, for a connection to it, on which nothing is said, then ends. The engine passes
 * its address as the last argument. Without an address, or if nothing answers there, it never calls back.
 */
export function whenEngineIsGone(address: string | undefined, act: () => void): void {
  if (!/^127\.0\.0\.1:\d+$/.test(address ?? "")) return;
  const engine = connect(`http://${address}`);
  engine.on("error", () => {});
  engine.once("connect", () => engine.once("close", act));
  engine.unref();
}
