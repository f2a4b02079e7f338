/** Whether the engine that this process works for still runs. */

import { connect } from "node:http2";

/**
 * Calls back once when the engine is gone. It listens at the address that it hands to the process as first argument, and keeps
 * a connection open that says nothing. Without such an address, or with nobody there, never.
 */
export function whenEngineIsGone(address: string | undefined, act: () => void): void {
  if (!/^127\.0\.0\.1:\d+$/.test(address ?? "")) return;
  const engine = connect(`http://${address}`);
  engine.on("error", () => {});
  engine.once("connect", () => engine.once("close", act));
  engine.unref();
}
