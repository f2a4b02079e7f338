/** Sends warnings to the engine, and ends the host process when the engine ends. */

import { connect } from "node:http2";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";

/** Resolves when the engine has taken the message. */
type Deliver = (message: string) => Promise<void>;

/** @param connect called for the first warning, so that a preview without one doesn't wait for the connection */
export function createLog(connect: () => Deliver, write: (line: string) => void) {
  let deliver: Deliver | undefined;
  let delivered: Promise<void> = Promise.resolve();

  async function deliverOrWrite(message: string): Promise<void> {
    try {
      deliver ??= connect();
      await deliver(message);
    } catch {
      write(`warning: ${message}`);
    }
  }

  return {
    /** Delivers one warning at a time: the engine takes two at once in any order (test/host/warnings.test.ts). */
    warn(message: string): void {
      delivered = delivered.then(() => deliverOrWrite(message));
    },

    /** Makes each call wait for its warnings: the engine can end the process after the last call. */
    flushAfterCalls(provider: ResourceProvider): ResourceProvider {
      const calls: [string, (...args: unknown[]) => Promise<unknown>][] = Object.entries(provider);
      const flushing = calls.map(([name, call]) => [
        name,
        (...args: unknown[]) => call(...args).finally(() => delivered),
      ]);
      return Object.fromEntries(flushing);
    },
  };
}

/**
 * Connects to the engine. Pulumi's process for dynamic providers doesn't, so `pulumi.log` writes to stderr there,
 * without a severity (test/host/warnings.test.ts).
 *
 * @throws Error without an address, or where the SDK has no such interface
 */
export function connectToEngine(address: string | undefined): Deliver {
  if (address === undefined) throw new Error("the process has no engine");
  const runtime = require("@pulumi/pulumi/runtime") as typeof import("@pulumi/pulumi/runtime");
  const messages = require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  // Without this, gRPC would connect to the engine through the user's proxy (test/host/warnings.test.ts).
  const noProxy = process.env.no_grpc_proxy ?? process.env.no_proxy;
  process.env.no_grpc_proxy = [noProxy, "127.0.0.1"].filter(Boolean).join(",");
  setEngineAddress(runtime, address);
  const engine = runtime.getEngine();
  // Other dynamic providers share this process: their logs still go to stderr.
  setEngineAddress(runtime, "");
  if (engine === undefined) throw new Error("the SDK has no client for the engine");
  return (message) =>
    new Promise((resolve, reject) => {
      const request = new messages.LogRequest().setSeverity(messages.LogSeverity.WARNING).setMessage(message);
      engine.log(request, (error) => (error ? reject(error) : resolve()));
    });
}

/** Leaves the other options as they are. Unset ones are "" and -1. */
function setEngineAddress(runtime: typeof import("@pulumi/pulumi/runtime"), address: string): void {
  let organization = "";
  try {
    organization = runtime.getOrganization();
  } catch {
    // It throws where no organization is set.
  }
  runtime.resetOptions(runtime.getProject(), runtime.getStack(), -1, address, "", runtime.isDryRun(), organization);
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
