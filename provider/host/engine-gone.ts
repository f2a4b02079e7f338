/** Whether the engine that this process works for still runs. */

import { connect } from "node:http2";

/**
 * Opens a connection to the engine, sends nothing on it, and calls `act` once when it closes. The engine passes its address to
 * the process as the last argument. Without an address, or if nothing answers there, `act` is never called.
 */
export function whenEngineIsGone(address: string | undefined, act: () => void): void {
  if (!/^127\.0\.0\.1:\d+$/.test(address ?? "")) return;
  const engine = connect(`http://${address}`);
  engine.on("error", () => {});
  engine.once("connect", () => engine.once("close", act));
  engine.unref();
}
