/** The account of a program: what it has at the start, changes from the console, and requests that reach the API. */

import type { JsonObject } from "../../provider/rows/json";
import type { SandboxOptions } from "../../provider/sandbox";
import { type FaultySandbox, startFaultySandbox } from "../faults";

/** Starts an API whose account has applications `app-1` and so on. */
export async function startAccount(applications: number, options?: SandboxOptions): Promise<FaultySandbox> {
  const api = await startFaultySandbox(options);
  for (let number = 1; number <= applications; number += 1) {
    await send(api, "POST", "/applications", { name: `Shop ${number}`, source_control_provider_type: "hostA" });
  }
  return api;
}

/** Sends a request that is not the program's, as the console would. */
export async function send({ sandbox, token }: FaultySandbox, method: string, path: string, body: JsonObject) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fetch(sandbox.url + path, { method, headers, body: JSON.stringify(body) });
}

export interface Run<T> {
  readonly sent: string[];
  readonly result: T;
}

/** Runs `act`, and records the requests that reach the API meanwhile, as "METHOD /path body". */
export async function record<T>(api: { listSent(): string[] }, act: () => Promise<T>): Promise<Run<T>> {
  const before = api.listSent().length;
  const result = await act();
  return { sent: api.listSent().slice(before), result };
}

export const recordRequests = async (...args: Parameters<typeof record>) => (await record(...args)).sent;
