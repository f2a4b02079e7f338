/** Whether the engine that this process works for still runs. */

import { connect } from "node:http2";

/**
 * Calls back once when the engine is gone: a connection to it, on which nothing is said, then ends. It hands its address
 * to the process as last argument. Without such an address, or with nobody there, never.
 */
export function whenEngineIsGone(address: string | undefined, act: () => void): void {
  if (!/^127\.0\.0\.1:\d+$/.test(address ?? "")) return;
  const engine = connect(`http://${address}`);
  engine.on("error", () => {});
  engine.once("connect", () => engine.once("close", act));
  engine.unref();
}
