/** Runs every operation through every fault: the real host process, real sockets. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../../../provider/api/json.js";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { type Host, HostFailure, startHost } from "../host.js";
import type { MatrixFault, Place } from "./fault.js";
import { type Operation, operations, prepare } from "./operations.js";

export interface Row {
  readonly operation: Operation;
  readonly fault: MatrixFault;
  /** How many requests arrived. */
  readonly requests: number;
  /** Whether the API did what was asked. */
  readonly happened: boolean;
  readonly result: { readonly id: string; readonly properties: JsonObject } | HostFailure;
  /** What the process wrote meanwhile. */
  readonly lines: readonly string[];
}

export const token = "marker-of-the-token";

const longest = 20_000;

/** For the fast clock, more than the minute for which a 429 holds requests back at most. */
const limitForgotten = 400;

/** Some hosts side by side, each with a front of its own: a row has its process and its API for itself. */
export async function runMatrix(faults: readonly MatrixFault[], hosts = 6): Promise<Row[]> {
  // The last ones take the longest.
  const waiting = [...faults].reverse();
  const rows: Row[] = [];
  await Promise.all(
    Array.from({ length: hosts }, async () => {
      const front = await startFaultySandbox({ sandbox: { token } });
      const host = await start(front.url);
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        rows.push(
          ...(fault.listen ? await elsewhere(fault, fault.listen) : await through(fault, host, front)),
        );
      }
      await host.stop();
      await front.close();
    }),
  );
  return faults.flatMap((fault) => rows.filter((row) => row.fault === fault));
}

function start(baseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Host> {
  return startHost({
    config: { token, baseUrl, timeoutSeconds: "2", maxRetries: "1" },
    env: { ...env, NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "fast-clock.cjs"))}` },
  });
}

async function through(fault: MatrixFault, host: Host, front: FaultySandbox): Promise<Row[]> {
  const rows: Row[] = [];
  for (const operation of operations) {
    front.reset();
    await prepare(front.sandbox);
    fault.arrange?.(front);
    const ended = await outcome(operation, host);
    const happened = operation.happened(front.sandbox.state());
    rows.push({ operation, fault, requests: front.requests().length, happened, ...ended });
    if (fault.limits) await sleep(limitForgotten);
  }
  return rows;
}

async function elsewhere(fault: MatrixFault, listen: () => Promise<Place>): Promise<Row[]> {
  const place = await listen();
  const host = await start(place.url, place.env);
  const rows: Row[] = [];
  for (const operation of operations) {
    const before = place.arrived();
    const ended = await outcome(operation, host);
    rows.push({ operation, fault, requests: place.arrived() - before, happened: false, ...ended });
  }
  await host.stop();
  await place.close();
  return rows;
}

async function outcome(operation: Operation, host: Host): Promise<Pick<Row, "result" | "lines">> {
  let end: NodeJS.Timeout | undefined;
  const never = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new Error(`${operation.name} does not end`)), longest);
  });
  const result = await Promise.race([operation.run(host), never])
    .catch((error) => {
      if (error instanceof HostFailure) return error;
      throw error;
    })
    .finally(() => clearTimeout(end));
  return { result, lines: await host.lines() };
}
