import type { FaultySandbox } from "../faults";

/** What reaches the API meanwhile, a line each. */
export async function sentDuring(api: FaultySandbox, act: () => Promise<unknown>): Promise<string[]> {
  const before = api.requests().length;
  await act();
  return api
    .requests()
    .slice(before)
    .map(({ method, path, body }) => `${method} ${path} ${body}`);
}
