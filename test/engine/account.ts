/** The account beside the program: what is in it before, what is changed in the console, and what the API is asked. */

import type { JsonObject } from "../../provider/api/json";
import type { SandboxOptions } from "../../provider/sandbox";
import { answer, type FaultySandbox, startFaultySandbox } from "../faults";

/** An API with applications `app-1` and so on. */
export async function startAccount(applications: number, options?: SandboxOptions): Promise<FaultySandbox> {
  const api = await startFaultySandbox(options);
  for (let number = 1; number <= applications; number += 1) {
    await send(api, "POST", "/applications", { name: `Shop ${number}`, source_control_provider_type: "hostA" });
  }
  return api;
}

/** A request of nobody's program. */
export async function send({ sandbox, token }: FaultySandbox, method: string, path: string, body: JsonObject) {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(sandbox.url + path, { method, headers, body: JSON.stringify(body) });
}

/** Caches of any other id than the sandbox's three: they keep nothing, and their answers have a connection alone. */
export function addCaches(api: FaultySandbox): void {
  const connection = { hostname: "cache.test", port: 6379, protocol: "redis" };
  const found = answer(200, { data: { attributes: { connection } } }, { takesEffect: false });
  api.fault(found, { lasts: true, path: /^\/caches\/(?!cache-\d+$)/ });
}

/** What reaches the API meanwhile. */
export async function sentDuring(api: FaultySandbox, act: () => Promise<unknown>): Promise<string[]> {
  const before = api.sent().length;
  await act();
  return api.sent().slice(before);
}
