/** Runs Pulumi's own host process for dynamic resources, with the built package, and takes its warnings. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/rows/json.js";
import { connect } from "./connection.js";

const checkout = resolve(__dirname, "../..");

export interface Created {
  readonly id: string;
  readonly properties: JsonObject;
}

interface HostOptions {
  readonly config?: Readonly<Record<string, string>>;
  /** The environment. Only PATH is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly engine?: Engine;
  /** Other arguments of the process. */
  readonly args?: readonly string[];
}

export type Host = Awaited<ReturnType<typeof startHost>>;

export async function startHost({ config = {}, env = {}, engine, args = [] }: HostOptions) {
  if (!existsSync(resolve(checkout, "dist/host/index.js"))) throw new Error("Run `npm run build` before these tests.");
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const command = [process.execPath, script, ...args, engine?.address ?? "no engine"];
  const { call, ended, stop } = await connect(command, env, checkout);
  const settings = Object.entries(config).map(([key, value]) => [`apphosting:${key}`, value]);
  const configure = new messages.ConfigureRequest().setArgs(encode(Object.fromEntries(settings)));
  await call<messages.ConfigureResponse>((client, done) => client.configure(configure, done));

  return {
    async create(resource: ResourceName, inputs: JsonObject): Promise<Created> {
      const request = new messages.CreateRequest().setProperties(addLoader(resource, inputs));
      const response = await call<messages.CreateResponse>((client, done) => client.create(request, done));
      return { id: response.getId(), properties: decode(response.getProperties()) };
    },
    async read(resource: ResourceName, id: string, properties: JsonObject): Promise<Created> {
      const request = new messages.ReadRequest().setId(id).setProperties(addLoader(resource, properties));
      const response = await call<messages.ReadResponse>((client, done) => client.read(request, done));
      return { id: response.getId(), properties: decode(response.getProperties()) };
    },
    async update(resource: ResourceName, id: string, olds: JsonObject, news: JsonObject): Promise<Created> {
      const request = new messages.UpdateRequest().setId(id);
      request.setOlds(addLoader(resource, olds)).setNews(addLoader(resource, news));
      const response = await call<messages.UpdateResponse>((client, done) => client.update(request, done));
      return { id, properties: decode(response.getProperties()) };
    },
    async delete(resource: ResourceName, id: string, properties: JsonObject): Promise<undefined> {
      const request = new messages.DeleteRequest().setId(id).setProperties(addLoader(resource, properties));
      await call((client, done) => client.delete(request, done));
    },
    ended,
    stop,
  };
}

type ResourceName = "application" | "environment" | "cache";

function addLoader(resource: ResourceName, fields: JsonObject): Struct {
  return encode({ ...fields, __provider: `exports.handler=()=>require("pulumi-apphosting/host").${resource}` });
}

function encode(fields: JsonObject): Struct {
  return Struct.fromJavaScript(fields as Record<string, JavaScriptValue>);
}

function decode(fields: Struct | undefined): JsonObject {
  const { __provider, ...properties } = (fields?.toJavaScript() ?? {}) as JsonObject;
  return properties;
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Starts the part of the engine that a provider's process sends warnings to. */
export async function startEngine() {
  const warnings: string[] = [];
  const server = new Server();
  server.addService({ log: EngineService.log } as never, {
    log({ request }: ServerUnaryCall<LogRequest, Empty>, done: sendUnaryData<Empty>) {
      if (request.getSeverity() === LogSeverity.WARNING) warnings.push(request.getMessage());
      done(null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, warnings, close: () => server.forceShutdown() };
}
