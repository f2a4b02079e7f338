/** The process of a provider, spoken to over gRPC as the engine does; no CLI. */

import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/json.js";

/** What a call came to where it failed: the error as the engine gets it. */
export class HostFailure extends Error {
  constructor({ code, details, metadata }: ServiceError) {
    super(details);
    this.status = code;
    this.partial = metadata.get("grpc-status-details-bin").length > 0;
  }

  /** Of gRPC; 2, unknown, unless a field of the thrown error was taken for one. */
  readonly status: number;
  /** Whether the engine takes the resource for one that was created but is not ready. */
  readonly partial: boolean;
}

type Done<Answer> = (error: ServiceError | null, answer: Answer) => void;
export type Send<Answer> = (client: ResourceProviderClient, done: Done<Answer>) => unknown;

/** @param env nothing is inherited but PATH */
export async function connect(command: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const output = collect(child);
  const [port] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    closed.then(() => Promise.reject(new Error(`the process ended: ${output.text()}`))),
  ]);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    // As the engine takes it.
    "grpc.max_receive_message_length": 400 * 1024 * 1024,
  });
  return {
    child,
    closed,
    output,
    call: <Answer>(send: Send<Answer>): Promise<Answer> =>
      new Promise((answered, failed) => {
        send(client, (error, answer) => (error ? failed(new HostFailure(error)) : answered(answer)));
      }),
    /** Ends the process; resolves to all that it has written, to either stream. */
    async stop(): Promise<string> {
      client.close();
      child.kill();
      await closed;
      return output.text();
    },
  };
}

export function struct(fields: JsonObject): Struct {
  return Struct.fromJavaScript(fields as Record<string, JavaScriptValue>);
}

/** What a process writes, to either stream. */
export function collect({ stdout, stderr }: ChildProcess) {
  const written = new EventEmitter();
  let text = "";
  let taken = 0;
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      written.emit("more");
    });
  }
  return {
    text: () => text,
    /** Takes the lines up to the one with this mark; the first line of all is the port, for the engine alone. */
    async until(mark: string): Promise<string[]> {
      const end = () => text.indexOf("\n", text.lastIndexOf(mark));
      while (!text.includes(mark) || end() < 0) await once(written, "more");
      const lines = text.slice(taken, end()).split("\n");
      const first = taken === 0 ? 1 : 0;
      taken = end() + 1;
      return lines.slice(first).filter((line) => !line.includes("mark-"));
    },
  };
}
