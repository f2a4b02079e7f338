#!/usr/bin/env node
/** Runs the sandbox from the command line: `npx apphosting-sandbox`. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { operationNames } from "../rows/table.js";
import { type Sandbox, startSandbox } from "./index.js";
import { defaultOptions } from "./server.js";

const options = {
  port: { type: "string", default: "0" },
  token: { type: "string", default: defaultOptions.token },
  sparse: { type: "boolean", default: false },
  cache: { type: "string", multiple: true, default: [...defaultOptions.caches] },
  operations: { type: "boolean", default: false },
  help: { type: "boolean" },
} satisfies ParseArgsConfig["options"];

const usage = `Usage: apphosting-sandbox [option]...

Serves the API on 127.0.0.1, in memory, until Ctrl-C.

  --port N      listen on port N; default: a free port
  --token T     require token T; default: ${defaultOptions.token}
  --sparse      leave out the fields that real APIs often leave out
  --cache ID    have caches with these ids, instead of cache-1 to cache-3
  --operations  also serve the operations of apphosting:operations
  --help        show this text
`;

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

Start over, which forgets everything:

  curl -X POST ${admin}/reset
`;
}

async function run(): Promise<void> {
  const { port, token, sparse, cache: caches, operations, help } = parseArgs({ options }).values;
  if (help) return void process.stdout.write(usage);
  if (!/^\d+$/.test(port)) throw new Error(`--port takes a whole number, not "${port}"`);
  const answers = sparse ? "sparse" : "full";
  const sandbox = await startSandbox({ port: Number(port), token, answers, operations, caches });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(formatGreeting(sandbox, operations));
}

run().catch((error: Error) => {
  process.stderr.write(`apphosting-sandbox: ${error.message}\nRun it with --help for its options.\n`);
  process.exitCode = 1;
});
