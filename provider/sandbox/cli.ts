#!/usr/bin/env node
/** Runs the sandbox from the command line: `npx apphosting-sandbox`. */

import { parseArgs } from "node:util";
import { models, resourceTypes } from "./account.js";
import { explainWrongIds } from "./cache.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "./index.js";
import { findAddress, listUndocumentedMethods } from "./routes.js";

const usage = `Usage: apphosting-sandbox [--port N] [--token T] [--latency MS] [--sparse] [--cache ID]...
                          [--operations [--deleted-after-reads N]]

Serves the API on 127.0.0.1, in memory, until Ctrl-C.

  --port N                 listen on port N; without it, on a free one
  --token T                ask for token T; without it, sandbox-token
  --latency MS             answer MS milliseconds late; without it, at once
  --sparse                 answer without what a real API of this kind leaves out
  --cache ID               hold a cache of this id, in place of cache-1, cache-2 and
                           cache-3; may be given several times
  --operations             answer what the API does not document: GET, PATCH and DELETE
                           of an application or environment, GET of a cache
  --deleted-after-reads N  answer DELETE with 202, and find the resource in N more GET;
                           without it, delete at once
  --help                   show this text
`;

/** @throws Error with a message for the user when an argument cannot be used */
function readArguments(): SandboxOptions | "help" {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      port: text,
      token: text,
      latency: text,
      sparse: { type: "boolean" },
      cache: { type: "string", multiple: true },
      operations: { type: "boolean" },
      "deleted-after-reads": text,
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return "help";
  // A header cannot hold other characters as they are.
  if (/[^!-~]|^$/.test(values.token ?? "any")) throw new Error("--token takes ASCII characters without spaces");
  const wrongIds = explainWrongIds(values.cache ?? []);
  if (wrongIds !== undefined) throw new Error(wrongIds);
  const reads = values["deleted-after-reads"];
  if (reads !== undefined && !values.operations) throw new Error("--deleted-after-reads needs --operations");
  return {
    ...(values.port === undefined ? {} : { port: readNumber("--port", values.port, 65_535) }),
    ...(values.token === undefined ? {} : { token: values.token }),
    ...(values.latency === undefined ? {} : { latencyMs: readNumber("--latency", values.latency, 600_000) }),
    ...(values.sparse ? { answers: "sparse" } : {}),
    ...(values.cache === undefined ? {} : { caches: values.cache }),
    ...(values.operations ? { operations: true } : {}),
    ...(reads === undefined ? {} : { deletedAfterReads: readNumber("--deleted-after-reads", reads, 1_000) }),
  };
}

function readNumber(option: string, text: string, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= max)) throw new Error(`${option} takes a whole number from 0 to ${max}, not "${text}"`);
  return number;
}

function formatGreeting({ url, token, port, state }: Sandbox, { operations = false }: SandboxOptions): string {
  const caches = state().caches.map(({ id }) => id);
  const admin = `http://127.0.0.1:${port}/_sandbox`;
  return `The sandbox is up; Ctrl-C ends it and forgets everything.

  base URL  ${url}
  token     ${token}
  caches    ${caches.join(", ")}

Point a stack at it:

  pulumi config set apphosting:baseUrl ${url}
  pulumi config set --secret apphosting:token ${token}
${operations ? formatOperationsCommands() : ""}
Look inside, without a token:

  curl ${admin}/state
  curl ${admin}/requests
  curl -X POST ${admin}/reset
`;
}

/** Returns the commands that tell the package which operations this sandbox takes beside the documented ones. */
function formatOperationsCommands(): string {
  const commands = resourceTypes.map((type) => {
    const operations = `${listUndocumentedMethods(type).join(", ")} ${findAddress(type)}`;
    return `  pulumi config set --path apphosting:operations.${models[type].definition.names.class} '${operations}'\n`;
  });
  return `
Name the operations that the API does not document:

${commands.join("")}`;
}

async function run(): Promise<void> {
  let options: SandboxOptions | "help";
  try {
    options = readArguments();
  } catch (error) {
    process.stderr.write(`apphosting-sandbox: ${(error as Error).message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  if (options === "help") {
    process.stdout.write(usage);
    return;
  }
  const sandbox = await startSandbox(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(formatGreeting(sandbox, options));
}

run().catch((error: Error) => {
  process.stderr.write(`apphosting-sandbox: cannot listen: ${error.message}\n`);
  process.exitCode = 1;
});
