/** How the host process talks to its engine beside the engine's calls: it hands over warnings, and it ends when the engine ends. */

import { connect } from "node:http2";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";

/** Resolves when the engine has taken the message. */
type Deliver = (message: string) => Promise<void>;

/**
 * @param connect connects to the engine; called when the first warning is due, so that a preview without warnings does not wait for it
 * @param write writes a line to stderr
 */
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
    /** Delivers a warning after the ones before it: the engine would take two at once in any order. */
    warn(message: string): void {
      delivered = delivered.then(() => deliverOrWrite(message));
    },

    /**
     * Makes each call of a provider wait for its warnings before it ends: the engine then shows them before the failure of the call,
     * and it may end the process after its last call.
     */
    flushAfterCalls(provider: ResourceProvider): ResourceProvider {
      type Call = (...args: unknown[]) => Promise<unknown>;
      const addFlush =
        (call: Call): Call =>
        async (...args) => {
          try {
            return await call(...args);
          } finally {
            await delivered;
          }
        };
      const calls: [string, Call][] = Object.entries(provider);
      return Object.fromEntries(calls.map(([name, call]) => [name, addFlush(call)])) as unknown as ResourceProvider;
    },
  };
}

/**
 * Connects to the engine through the SDK's public interface: `resetOptions` sets the engine's address, and `getEngine` makes a
 * client for it. Pulumi's process for dynamic providers doesn't connect, so `pulumi.log` would write to stderr; once connected, it
 * would also drop a warning whose delivery fails.
 *
 * @param address the engine's address, if the process has been given one
 * @throws Error when there is no address, or no such interface
 */
export function connectToEngine(address: string | undefined): Deliver {
  if (address === undefined) throw new Error("the process has no engine");
  const runtime = require("@pulumi/pulumi/runtime") as typeof import("@pulumi/pulumi/runtime");
  const messages = require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  // gRPC would ask a proxy of the environment for the way to the engine, which is on this machine.
  const { no_grpc_proxy: noProxy = process.env.no_proxy } = process.env;
  process.env.no_grpc_proxy = [noProxy, "127.0.0.1"].filter(Boolean).join(",");
  setEngineAddress(runtime, address);
  const engine = runtime.getEngine();
  // Other dynamic providers share this process. What they log still goes to stderr, as it does without this package.
  setEngineAddress(runtime, "");
  if (engine === undefined) throw new Error("the SDK has no client for the engine");
  return (message) =>
    new Promise((resolve, reject) => {
      const request = new messages.LogRequest().setSeverity(messages.LogSeverity.WARNING).setMessage(message);
      engine.log(request, (error) => (error ? reject(error) : resolve()));
    });
}

/** Sets the address, and leaves the other options as they are. Options that are unset in this process are "" and -1 here. */
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
 * Ends the process when the engine is gone, because the engine could not keep what is created from then on. A connection to it, on
 * which nothing is sent, tells when that is. A line on stderr can fail before: Pulumi's handler of uncaught errors would write to
 * the same broken stderr again and again.
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
