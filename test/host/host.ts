/** Pulumi's own host process for dynamic resources, spoken to over gRPC as the engine does; no CLI. */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/json.js";
import { loader } from "../../provider/resources/api-resource.js";
import { collect } from "./output.js";

const checkout = resolve(__dirname, "../..");
const entry = join(checkout, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
const light = join(checkout, "test/light.cjs");

interface HostOptions {
  /** Stack configuration, without the prefix `apphosting:`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Nothing is inherited but PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program's folder, in whose node_modules the package is; by default this checkout. */
  readonly cwd?: string;
  /** What the engine starts the process with, its address at the end; by default, one where nothing listens. */
  readonly args?: readonly string[];
}

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

export interface Host {
  check(resource: string, news: JsonObject): Promise<{ failures: { property: string; reason: string }[] }>;
  create(resource: string, inputs: JsonObject): Promise<{ id: string; properties: JsonObject }>;
  update(resource: string, id: string, olds: JsonObject, news: JsonObject): Promise<{ properties: JsonObject }>;
  delete(resource: string, id: string, properties: JsonObject): Promise<void>;
  /** The lines that the process has written since the last call of this; the engine shows all of them. */
  lines(): Promise<string[]>;
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code, null where a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Ends the process; resolves to all that it has written, to either stream. */
  stop(): Promise<string>;
}

/** @throws Error when the package has not been built, or the process does not start */
export async function startHost({
  config = {},
  env = {},
  cwd = checkout,
  args = ["127.0.0.1:0"],
}: HostOptions = {}): Promise<Host> {
  if (cwd === checkout && !existsSync(join(checkout, "dist/host/index.js"))) {
    throw new Error("The host process loads the built package: run `npm run build` before these tests.");
  }
  const child = spawn(process.execPath, ["--require", light, entry, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const output = collect(child);
  const [port] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    closed.then(() => Promise.reject(new Error(`the host process ended: ${output.text()}`))),
  ])) as [string];
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    // As the engine takes it.
    "grpc.max_receive_message_length": 400 * 1024 * 1024,
  });

  function call<Answer>(send: (done: Done<Answer>) => unknown): Promise<Answer> {
    return new Promise((answered, failed) => {
      send((error, answer) => (error ? failed(new HostFailure(error)) : answered(answer)));
    });
  }

  const configuration = Object.entries(config).map(([key, value]) => [`apphosting:${key}`, value]);
  const configure = new messages.ConfigureRequest().setArgs(struct(Object.fromEntries(configuration)));
  await call<messages.ConfigureResponse>((done) => client.configure(configure, done));

  const letGo: Host["delete"] = async (resource, id, properties) => {
    const request = new messages.DeleteRequest().setId(id).setProperties(withLoader(resource, properties));
    await call<unknown>((done) => client.delete(request, done));
  };

  return {
    async check(resource, news) {
      const request = new messages.CheckRequest().setNews(withLoader(resource, news)).setOlds(struct({}));
      const answer = await call<messages.CheckResponse>((done) => client.check(request, done));
      return { failures: answer.getFailuresList().map((failure) => failure.toObject()) };
    },
    async create(resource, inputs) {
      const request = new messages.CreateRequest().setProperties(withLoader(resource, inputs));
      const answer = await call<messages.CreateResponse>((done) => client.create(request, done));
      return { id: answer.getId(), properties: withoutLoader(answer.getProperties()) };
    },
    async update(resource, id, olds, news) {
      const request = new messages.UpdateRequest()
        .setId(id)
        .setOlds(withLoader(resource, olds))
        .setNews(withLoader(resource, news));
      const answer = await call<messages.UpdateResponse>((done) => client.update(request, done));
      return { properties: withoutLoader(answer.getProperties()) };
    },
    delete: letGo,
    async lines() {
      // A line can arrive after the answer of the call that wrote it, but not after one that was written later.
      const mark = `mark-${randomUUID()}`;
      await letGo("cache", mark, {});
      return output.until(mark);
    },
    signal: (name) => void child.kill(name),
    ended: closed.then(([code]) => code as number | null),
    async stop() {
      client.close();
      child.kill();
      await closed;
      return output.text();
    },
  };
}

type Done<Answer> = (error: ServiceError | null, answer: Answer) => void;

function struct(fields: JsonObject): Struct {
  return Struct.fromJavaScript(fields as Record<string, JavaScriptValue>);
}

function withLoader(resource: string, fields: JsonObject): Struct {
  return struct({ ...fields, __provider: loader(resource) });
}

function withoutLoader(fields: Struct | undefined): JsonObject {
  const { __provider, ...rest } = (fields?.toJavaScript() ?? {}) as JsonObject;
  return rest;
}
