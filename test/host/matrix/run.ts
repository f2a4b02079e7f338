/** Runs every operation through every fault, with the real host process and real sockets. */

import { join } from "node:path";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { CallFailure } from "../connection.js";
import { type Host, startHost } from "../host.js";
import { bodyFaults } from "./bodies.js";
import { deliveryFaults } from "./deliveries.js";
import { type ExpectedOutcome, type MatrixFault, type Place, token } from "./fault.js";
import { networkFaults } from "./network.js";
import { addMark, type Operation, operations } from "./operations.js";
import { openFront } from "./places.js";
import { openSite } from "./site.js";
import { statusFaults } from "./statuses.js";

export interface Row {
  readonly operation: Operation;
  readonly fault: ExpectedOutcome;
  readonly requests: number;
  readonly happened: boolean;
  readonly result: { readonly id: string; readonly properties: JsonObject } | CallFailure;
  readonly lines: readonly string[];
}

const timesUp = "SIGUSR2";

export async function runMatrix(): Promise<Row[]> {
  const { straight, throughProxy } = networkFaults;
  const rows = await Promise.all([
    runAt(openFront, [...bodyFaults, ...statusFaults, ...deliveryFaults]),
    runAt(() => openSite(), straight),
    runAt(() => openSite("http://user:marker-of-the-login@"), throughProxy),
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
        const inputs = addMark(operation.inputs);
        const ended = await runOperation(() => operation.run(host, inputs), fault, host, place);
        const [requests, happened] = [place.countRequests(), place.hasHappened(inputs)];
        rows.push({ operation, fault, requests, happened, ...ended });
      }
    }
  } finally {
    await host.stop();
    await place.close();
  }
  return rows;
}

async function runOperation(
  run: () => ReturnType<Operation["run"]>,
  { silent = 0 }: ExpectedOutcome,
  host: Host,
  place: Place<unknown>,
): Promise<Pick<Row, "result" | "lines">> {
  const ended = new AbortController();
  const ending = endAttempts(silent, host, place, ended.signal);
  const result = await run().catch((error) => {
    if (error instanceof CallFailure) return error;
    throw error;
  });
  ended.abort();
  await ending;
  // Which requests log a wait depends on how fast the machine is: test/unit/api/http/client-retries.test.ts has these lines.
  const lines = (await host.takeLines()).filter((line) => !line.startsWith("waiting "));
  return { result, lines };
}

/** Times out this many attempts, each once it waits for a response that never comes. */
async function endAttempts(attempts: number, host: Host, place: Place<unknown>, ended: AbortSignal): Promise<void> {
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await place.waitForAttempts(attempt, ended);
      host.signal(timesUp);
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}
