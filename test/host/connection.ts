/** Calls the process of a provider over gRPC, as the engine does. There is no CLI. */

import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/http/json.js";

export class CallFailure extends Error {
  constructor({ code, details, metadata }: ServiceError) {
    super(details);
    this.status = code;
    this.partial = metadata.get("grpc-status-details-bin").length > 0;
  }

  /** The gRPC status: 2 (unknown), unless a property of the thrown error passed for another. */
  readonly status: number;
  /** Whether the engine records the resource as created but not ready. */
  readonly partial: boolean;
}

type Done<Response> = (error: ServiceError | null, response: Response) => void;
type Send<Response> = (client: ResourceProviderClient, done: Done<Response>) => unknown;

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
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": 400 * 1024 * 1024,
  });
  return {
    child,
    closed,
    output,
    call: <Response>(send: Send<Response>): Promise<Response> =>
      new Promise((resolve, reject) => {
        send(client, (error, response) => (error ? reject(new CallFailure(error)) : resolve(response)));
      }),
    async stop(): Promise<string> {
      client.close();
      child.kill();
      await closed;
      return output.readText();
    },
  };
}

export function encodeStruct(fields: JsonObject): Struct {
  return Struct.fromJavaScript(fields as Record<string, JavaScriptValue>);
}

export function collectOutput({ stdout, stderr }: ChildProcess) {
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
    readText: () => text,
    /** Takes the lines up to the one with this mark. Leaves out the first line: the port, which the engine reads. */
    async takeLinesUntil(mark: string): Promise<string[]> {
      const end = () => text.indexOf("\n", text.lastIndexOf(mark));
      while (!text.includes(mark) || end() < 0) await once(written, "more");
      const lines = text.slice(taken, end()).split("\n");
      const first = taken === 0 ? 1 : 0;
      taken = end() + 1;
      return lines.slice(first).filter((line) => !line.includes("mark-"));
    },
  };
}
