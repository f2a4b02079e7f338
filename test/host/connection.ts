/** The process of a provider, spoken to over gRPC as the engine does; no CLI. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/json.js";
import { collect } from "./output.js";

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
