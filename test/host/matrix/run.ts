/** Runs every operation through every fault: the real host process, real sockets. */

import { join } from "node:path";
import type { JsonObject } from "../../../provider/api/json.js";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { required } from "../arguments.js";
import { type Host, HostFailure, startHost } from "../host.js";
import { type MatrixFault, type Place, status } from "./fault.js";
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

/** Milliseconds after which a row is stuck. */
const longest = 60_000;

/** Seconds of an attempt: as long as a busy machine may need, or short where the attempt lasts that long. */
const timeoutSeconds = { late: 2, other: 60 };

/** Some hosts side by side, each with a front of its own: a row has its process and its API for itself. */
export async function runMatrix(faults: readonly MatrixFault[]): Promise<Row[]> {
  const late = faults.filter((fault) => fault.late);
  const others = faults.filter((fault) => !fault.late);
  const rows = await Promise.all([
    ...Array.from({ length: late.length }, () => runOnOneHost(late, timeoutSeconds.late)),
    ...Array.from({ length: 2 }, () => runOnOneHost(others, timeoutSeconds.other)),
  ]);
  return faults.flatMap((fault) => rows.flat().filter((row) => row.fault === fault));
}

/** Takes one fault after the other from those that are left. */
async function runOnOneHost(left: MatrixFault[], seconds: number): Promise<Row[]> {
  const front = await startFaultySandbox({ sandbox: { token } });
  const host = await start(front.url, seconds);
  const rows: Row[] = [];
  for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
    const ended = fault.listen ? elsewhere(fault, fault.listen, seconds) : through(fault, host, front);
    rows.push(...(await ended));
  }
  await host.stop();
  await front.close();
  return rows;
}

function start(baseUrl: string, seconds: number, env: Readonly<Record<string, string>> = {}): Promise<Host> {
  return startHost({
    config: { token, baseUrl, timeoutSeconds: String(seconds), maxRetries: "1" },
    env: { ...env, NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "clock.cjs"))}` },
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
    if (fault.limits) await minutePasses(host, front);
  }
  return rows;
}

/** A request that comes back after a minute has waited for the limit's end before: what was told of it is told anew. */
async function minutePasses(host: Host, front: FaultySandbox): Promise<void> {
  front.reset();
  front.fault(status(503, undefined, { "retry-after": "60" }));
  await host.create("cache", required.cache);
  await host.lines();
}

async function elsewhere(fault: MatrixFault, listen: () => Promise<Place>, seconds: number): Promise<Row[]> {
  const place = await listen();
  const host = await start(place.url, seconds, place.env);
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
