/** Calls the process of a provider over gRPC, as the engine does. There is no CLI. */

import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";

type Done<Response> = (error: ServiceError | null, response: Response) => void;

/** @param env the environment; only PATH is inherited */
export async function connect(command: readonly string[], env: NodeJS.ProcessEnv, cwd: string) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const output = collectOutput(child);
  const [port] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    closed.then(() => Promise.reject(new Error(`the process ended: ${output.readText()}`))),
  ]);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    /** Rejects with a ServiceError. */
    call: <Response>(send: (client: ResourceProviderClient, done: Done<Response>) => unknown): Promise<Response> =>
      new Promise((resolve, reject) => {
        send(client, (error, response) => (error ? reject(error) : resolve(response)));
      }),
    /** Resolves to the exit code, or null if a signal ended the process. */
    ended: closed.then(([code]) => code as number | null),
    /** Returns what the process has written. The engine shows all of it, except the port in the first line. */
    async stop(): Promise<string> {
      client.close();
      child.kill();
      await closed;
      return output.readText();
    },
  };
}

export function collectOutput({ stdout, stderr }: ChildProcess) {
  const written = new EventEmitter();
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      written.emit("more");
    });
  }
  return {
    readText: () => text,
    /** Returns the lines up to the one with this mark, as soon as it's there. */
    async takeLinesUntil(mark: string): Promise<string[]> {
      while (!text.includes(mark)) await once(written, "more");
      return text.slice(0, text.indexOf(mark)).split("\n");
    },
  };
}
