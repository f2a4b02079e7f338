/** The call of the engine that code runs for: which resource its lines are about, and what is secret in it. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Secret } from "../host/redact.js";
import { EngineClient, engine, grpc } from "./sdk.js";

interface Context {
  readonly urn: string;
  readonly secrets: readonly Secret[];
  /** Lines that are on their way to the engine. */
  readonly lines: Promise<void>[];
}

const contexts = new AsyncLocalStorage<Context>();

/** Resolves when the engine has the lines, too. */
export async function inContext<T>(urn: string, secrets: readonly Secret[], act: () => Promise<T>): Promise<T> {
  const lines: Promise<void>[] = [];
  try {
    return await contexts.run({ urn, secrets, lines }, act);
  } finally {
    await Promise.all(lines);
  }
}

export function secretsOfCall(): readonly Secret[] {
  return contexts.getStore()?.secrets ?? [];
}

/** Hands lines to the engine, which shows them beside the resource. What a plugin prints itself is not shown. */
export function engineLog(address: string): (severity: "INFO" | "WARNING", text: string) => void {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity, text) => {
    const { urn = "", lines } = contexts.getStore() ?? {};
    const request = new engine.LogRequest().setSeverity(engine.LogSeverity[severity]).setMessage(text).setUrn(urn);
    // An engine that is gone shows no line.
    const line = new Promise<void>((settle) => client.log(request, () => settle()));
    lines?.push(line);
  };
}
