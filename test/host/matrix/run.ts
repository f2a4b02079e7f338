/** Runs every operation through every fault: the real host process, real sockets. */

import { join } from "node:path";
import type { JsonObject } from "../../../provider/api/json.js";
import { HostFailure } from "../connection.js";
import { type Host, startHost } from "../host.js";
import { bodyFaults } from "./bodies.js";
import { deliveryFaults } from "./deliveries.js";
import { type Expected, type MatrixFault, type Place, token } from "./fault.js";
import { networkFaults } from "./network.js";
import { type Operation, operations } from "./operations.js";
import { openFront } from "./places.js";
import { openSite } from "./site.js";
import { statusFaults } from "./statuses.js";

export interface Row {
  readonly operation: Operation;
  readonly fault: Expected;
  /** How many requests arrived. */
  readonly requests: number;
  /** Whether the API did what was asked. */
  readonly happened: boolean;
  readonly result: { readonly id: string; readonly properties: JsonObject } | HostFailure;
  /** What the process wrote meanwhile. */
  readonly lines: readonly string[];
}

/** As clock.cjs takes it. */
const timesUp = "SIGUSR2";

/** Side by side, each place with a host process of its own. */
export async function runMatrix(): Promise<Row[]> {
  const { straight, throughProxy } = networkFaults;
  const rows = await Promise.all([
    runAt(openFront, [...bodyFaults, ...statusFaults, ...deliveryFaults]),
    runAt(() => openSite(), straight),
    runAt(() => openSite("user:marker-of-the-login"), throughProxy),
  ]);
  return rows.flat();
}

async function runAt<C>(open: () => Promise<Place<C>>, faults: readonly MatrixFault<C>[]): Promise<Row[]> {
  const place = await open();
  const host = await startHost({
    config: { token, baseUrl: place.url, maxRetries: "1" },
    env: { ...place.env, NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "clock.cjs"))}` },
  });
  const rows: Row[] = [];
  try {
    for (const fault of faults) {
      for (const operation of operations) {
        await place.reset();
        await fault.arrange?.(place.controls);
        const ended = await outcome(operation, fault, host, place);
        const [requests, happened] = [place.requests(), place.happened(operation.inputs)];
        rows.push({ operation, fault, requests, happened, ...ended });
      }
    }
  } finally {
    await host.stop();
    await place.close();
  }
  return rows;
}

async function outcome(
  { run }: Operation,
  { silent = 0, limits }: Expected,
  host: Host,
  place: Place<unknown>,
): Promise<Pick<Row, "result" | "lines">> {
  const ended = new AbortController();
  const ending = endAttempts(silent, host, place, ended.signal);
  const result = await run(host).catch((error) => {
    if (error instanceof HostFailure) return error;
    throw error;
  });
  ended.abort();
  await ending;
  const lines = await host.lines();
  if (limits) await timePasses(host);
  return { result, lines };
}

/** Lets the time of so many attempts be over as soon as they wait for what does not come. */
async function endAttempts(attempts: number, host: Host, place: Place<unknown>, ended: AbortSignal): Promise<void> {
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await place.waiting(attempt, ended);
      host.signal(timesUp);
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

/** A limit is over, and what was told of it is told anew. */
async function timePasses(host: Host): Promise<void> {
  host.signal(timesUp);
  await host.lines();
}
