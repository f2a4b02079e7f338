#!/usr/bin/env node
/** Runs the sandbox from the command line: `npx apphosting-sandbox`. */

import { parseArgs } from "node:util";
import { operationNames } from "../definitions/operation.js";
import { type Sandbox, startSandbox } from "./index.js";
import { defaultToken } from "./server.js";

const usage = `Usage: apphosting-sandbox [--port N] [--token T] [--latency MS] [--sparse] [--cache ID]... [--operations]

Serves the API on 127.0.0.1, in memory, until Ctrl-C.

  --port N      listen on port N; default: a free port
  --token T     require token T; default: sandbox-token
  --latency MS  delay each response by MS milliseconds
  --sparse      leave out the fields that real APIs often leave out
  --cache ID    have a cache with this id, instead of cache-1, cache-2 and cache-3;
                repeat it for more caches
  --operations  also serve the operations of apphosting:operations: read, update and delete
  --help        show this text
`;

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option} takes a whole number, not "${text}"`);
  return Number(text);
}

function formatGreeting({ url, token, port, state }: Sandbox, operations: boolean): string {
  const cacheIds = state().caches.map(({ id }) => id);
  const admin = `http://127.0.0.1:${port}/_sandbox`;
  const setOperations = `  pulumi config set apphosting:operations ${operationNames.join(",")}\n`;
  return `The sandbox is up; Ctrl-C ends it and forgets everything.

  base URL  ${url}
  token     ${token}
  caches    ${cacheIds.join(", ")}

Point a stack at it:

  pulumi config set apphosting:baseUrl ${url}
  export APPHOSTING_TOKEN=${token}
${operations ? setOperations : ""}
Look inside, without a token:

  curl ${admin}/state
  curl ${admin}/requests
  curl -X POST ${admin}/reset
`;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      token: { type: "string", default: defaultToken },
      latency: { type: "string", default: "0" },
      sparse: { type: "boolean" },
      cache: { type: "string", multiple: true },
      operations: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const sandbox = await startSandbox({
    port: readNumber("--port", values.port),
    token: values.token,
    latencyMs: readNumber("--latency", values.latency),
    answers: values.sparse ? "sparse" : "full",
    operations: values.operations,
    ...(values.cache && { caches: values.cache }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(formatGreeting(sandbox, values.operations));
}

run().catch((error: Error) => {
  process.stderr.write(`apphosting-sandbox: ${error.message}\nRun it with --help for its options.\n`);
  process.exitCode = 1;
});
