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

/** Caches of any other id than the sandbox's three: they keep nothing, and their answers have no fields. */
export function addCaches(api: FaultySandbox): void {
  api.fault(
    { kind: "answer", status: 200, body: {}, takesEffect: false },
    { times: Number.POSITIVE_INFINITY, match: { path: /^\/caches\/(?!cache-\d+$)/ } },
  );
}
