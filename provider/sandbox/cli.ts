#!/usr/bin/env node
/** Runs the sandbox from the command line: `npx apphosting-sandbox`. */

import { parseArgs } from "node:util";
import { operationNames } from "../rows/table.js";
import { type Sandbox, startSandbox } from "./index.js";
import { defaultToken } from "./server.js";

const options = {
  port: { type: "string", default: "0", value: " N", help: "listen on port N; default: a free port" },
  token: { type: "string", default: defaultToken, value: " T", help: `require token T; default: ${defaultToken}` },
  latency: { type: "string", default: "0", value: " MS", help: "delay each response by MS milliseconds" },
  sparse: { type: "boolean", value: "", help: "leave out the fields that real APIs often leave out" },
  cache: {
    type: "string",
    multiple: true,
    value: " ID",
    help: "have caches with these ids, instead of cache-1 to cache-3",
  },
  operations: { type: "boolean", value: "", help: "also serve the operations of apphosting:operations" },
  help: { type: "boolean", value: "", help: "show this text" },
} as const;

const usage = `Usage: apphosting-sandbox [option]...

Serves the API on 127.0.0.1, in memory, until Ctrl-C.

${Object.entries(options)
  .map(([name, { value, help }]) => `  --${(name + value).padEnd(12)}${help}\n`)
  .join("")}`;

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option} takes a whole number, not "${text}"`);
  return Number(text);
}

function formatGreeting({ url, token, port, state }: Sandbox, operations = false): string {
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
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const sandbox = await startSandbox({
    port: readNumber("--port", values.port),
    token: values.token,
    latencyMs: readNumber("--latency", values.latency),
    answers: values.sparse ? "sparse" : "full",
    operations: values.operations === true,
    ...(values.cache && { caches: values.cache }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(formatGreeting(sandbox, values.operations));
}

run().catch((error: Error) => {
  process.stderr.write(`apphosting-sandbox: ${error.message}\nRun it with --help for its options.\n`);
  process.exitCode = 1;
});
