/** Sends warnings to the engine, and ends the host process when the engine ends. */

import { connect } from "node:http2";
import { createRequire } from "node:module";

export type Deliver = (message: string) => Promise<void>;

/**
 * Returns a function that delivers one warning at a time: the engine takes two at once in any order
 * (test/host/warnings.test.ts). A call has to wait for its warnings: the engine can end the process after the last one.
 * A preview without a warning doesn't wait for the connection.
 */
export function createLog(open: () => Deliver, write: (line: string) => void): Deliver {
  let deliver: Deliver | undefined;
  let delivered: Promise<void> = Promise.resolve();

  async function deliverOrWrite(message: string): Promise<void> {
    try {
      deliver ??= open();
      await deliver(message);
    } catch {
      write(`warning: ${message}`);
    }
  }

  return (message) => {
    delivered = delivered.then(() => deliverOrWrite(message));
    return delivered;
  };
}

/**
 * Connects to the engine. Pulumi's process for dynamic providers doesn't, so `pulumi.log` writes to stderr there,
 * without a severity (test/host/warnings.test.ts). The gRPC library is the SDK's own.
 */
export function connectToEngine(address: string | undefined): Deliver {
  if (address === undefined) throw new Error("the process has no engine");
  const { LogRequest, LogSeverity } =
    require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  const { EngineClient } =
    require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  const requireOfSdk = createRequire(require.resolve("@pulumi/pulumi"));
  const { credentials } = requireOfSdk("@grpc/grpc-js") as { credentials: { createInsecure: () => never } };
  // The user's proxy is for the API.
  const engine = new EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
  return (message) =>
    new Promise((resolve, reject) => {
      const request = new LogRequest().setSeverity(LogSeverity.WARNING).setMessage(message);
      engine.log(request, (error) => (error ? reject(error) : resolve()));
    });
}

/**
 * Ends the process when the engine ends, because no state would record later creates. An idle connection closes then.
 * A line on stderr can fail earlier; Pulumi's handler of uncaught errors would then write to the same broken stderr
 * forever.
 */
export function endWithEngine(address: string | undefined): void {
  const end = () => process.exit(1);
  process.stderr.once("error", end);
  if (address === undefined) return;
  const engine = connect(`http://${address}`);
  engine.on("error", () => {});
  engine.once("connect", () => engine.once("close", end));
  engine.unref();
}
