/** What is in the account before a program brings up anything. */

import type { FaultySandbox } from "../faults";

/** Applications `app-1` and so on. */
export async function addApplications({ sandbox, token }: FaultySandbox, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await fetch(`${sandbox.url}/applications`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: `Shop ${number}`, source_control_provider_type: "hostA" }),
    });
  }
}

/** Caches of any other id than the sandbox's three: they keep nothing, and their answers have a connection alone. */
export function addCaches(api: FaultySandbox): void {
  const connection = { hostname: "cache.test", port: 6379, protocol: "redis" };
  api.fault(
    { kind: "answer", status: 200, body: { data: { attributes: { connection } } }, takesEffect: false },
    { times: Number.POSITIVE_INFINITY, match: { path: /^\/caches\/(?!cache-\d+$)/ } },
  );
}
