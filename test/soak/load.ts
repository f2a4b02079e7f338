/** Many calls at a time on one host process, through an API that limits their rate. */

import { join } from "node:path";
import type { JsonObject } from "../../provider/api/json.js";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { type Host, startHost } from "../host/host.js";

export const count = 300;
export const perSecond = 20;
/** As `--parallel` says. */
export const atOnce = 64;

export interface Load {
  readonly api: FaultySandbox;
  readonly host: Host;
  /** One of a mix: a third of the calls for each resource. */
  create(index: number): Promise<{ id: string }>;
  /** Names a cache anew. */
  update(index: number): Promise<{ properties: JsonObject }>;
  /** Ends both, prints what the host process has held at most, and resolves to its connections. */
  stop(): Promise<number>;
}

/** The account holds the application `app-1`, for the environments. */
export async function startLoad(): Promise<Load> {
  const api = await startFaultySandbox();
  const host = await startHost({
    config: { token: api.token, baseUrl: api.url },
    env: {
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "peaks.cjs"))}`,
      API_PORT: new URL(api.url).port,
    },
  });
  async function stop(): Promise<number> {
    const [peaks, , connections] = /at most: memory (\d+) MB, connections (\d+)/.exec(await host.stop()) ?? [];
    console.log(`        host process ${peaks}`);
    await api.close();
    return Number(connections);
  }
  let stopped: Promise<number> | undefined;
  await fetch(`${api.sandbox.url}/applications`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.token}` },
    body: JSON.stringify({ name: "Shop", source_control_provider_type: "hostA" }),
  });
  return {
    api,
    host,
    create(index) {
      const name = nameOf(index);
      if (index % 3 === 0) return host.create("application", { name, sourceControlProvider: "hostA" });
      if (index % 3 === 1) return host.create("environment", { applicationId: "app-1", name, branch: "main" });
      return host.create("cache", { cacheId: "cache-1", name });
    },
    update(index) {
      const olds = { cacheId: "cache-1", name: "sessions" };
      return host.update("cache", "cache-1", olds, { ...olds, name: nameOf(index) });
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

export const nameOf = (index: number) => `call-${index}`;

/** Calls in the order of their numbers, so many at a time; the first failure is thrown when all have ended. */
export async function inParallel(width: number, call: (index: number) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      await call(index).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
}

/** The limit lets the requests of one second through at once, and then one after the other. */
const idealSeconds = (count - perSecond) / perSecond;

/** Prints the time beside what the limit allows; a machine that is busy fails no test. */
export async function measured(api: FaultySandbox, what: string, load: Promise<unknown>): Promise<void> {
  const start = Date.now();
  await load;
  const seconds = (Date.now() - start) / 1000;
  console.log(
    `        ${what}: ${seconds.toFixed(1)} s, ideal ${idealSeconds.toFixed(1)} s, x${(seconds / idealSeconds).toFixed(2)}; ` +
      `${api.requests().length} requests on ${api.connections().made} connections`,
  );
}

/** The names in the requests that the API let through, in order. */
export function accepted({ sandbox }: FaultySandbox, method: string): string[] {
  const requests = sandbox.requests().filter((request) => request.method === method);
  return requests.map(({ body }) => (body as { name: string }).name);
}
