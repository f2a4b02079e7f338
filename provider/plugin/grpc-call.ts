/** Knows for which call of the engine the code runs: which resource its lines are about, and what is secret in it. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Secret } from "../host/session/session.js";
import { EngineClient, engine, grpc } from "./sdk.js";

/** Prints a line beside the resource of the call. */
export type PrintLine = (severity: "INFO" | "WARNING", text: string) => void;

interface Call {
  readonly urn: string;
  readonly secrets: readonly Secret[];
  /** The lines that are on their way to the engine. Each resolves when it has arrived. */
  readonly lines: Promise<void>[];
}

const callStorage = new AsyncLocalStorage<Call>();

/** Runs a call of the engine. The result resolves only after the engine has all lines of the call, because it shows none later. */
export async function runCall<T>(urn: string, secrets: readonly Secret[], act: () => Promise<T>): Promise<T> {
  const lines: Promise<void>[] = [];
  try {
    return await callStorage.run({ urn, secrets, lines }, act);
  } finally {
    await Promise.all(lines);
  }
}

/** Finds the secrets among the inputs of the call that runs now. */
export function findCallSecrets(): readonly Secret[] {
  return callStorage.getStore()?.secrets ?? [];
}

/** Connects to the engine at an address, which shows what a plugin sends it. It does not show what the process writes. */
export function connectLog(address: string): PrintLine {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity, text) => {
    const { urn = "", lines } = callStorage.getStore() ?? {};
    const request = new engine.LogRequest().setSeverity(engine.LogSeverity[severity]).setMessage(text).setUrn(urn);
    // An error is left aside: the engine is gone then, and nobody would see the line.
    const line = new Promise<void>((resolve) => client.log(request, () => resolve()));
    lines?.push(line);
  };
}
