/** Runs Pulumi's own host process for dynamic resources, with the built package. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/rows/json.js";
import { connect } from "./connection.js";
import type { Engine } from "./engine.js";

const checkout = resolve(__dirname, "../..");

interface HostOptions {
  readonly config?: Readonly<Record<string, string>>;
  /** The environment. Only PATH is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Takes the warnings. */
  readonly engine?: Pick<Engine, "address">;
  /** Other arguments of the process. */
  readonly args?: readonly string[];
  /** The project that has the SDK and the package. Default: this checkout. */
  readonly project?: string;
  readonly node?: string;
}

export interface Created {
  readonly id: string;
  readonly properties: JsonObject;
}

export type ResourceName = "application" | "environment" | "cache";

export interface Host {
  check(resource: ResourceName, news: JsonObject): Promise<string[]>;
  create(resource: ResourceName, inputs: JsonObject): Promise<Created>;
  read(resource: ResourceName, id: string, properties: JsonObject): Promise<Created>;
  update(resource: ResourceName, id: string, olds: JsonObject, news: JsonObject): Promise<Created>;
  delete(resource: ResourceName, id: string, properties: JsonObject): Promise<void>;
  readonly ended: Promise<number | null>;
  /** Returns what the process has written. The engine shows all of it, but for the port in the first line. */
  stop(): Promise<string>;
}

export async function startHost(options: HostOptions): Promise<Host> {
  const { config = {}, env = {}, engine, args = [], project = checkout, node = process.execPath } = options;
  if (!existsSync(join(checkout, "dist/host/index.js"))) throw new Error("Run `npm run build` before these tests.");
  const script = createRequire(join(project, "index.js")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const { call, ended, stop } = await connect([node, script, ...args, engine?.address ?? "no engine"], env, project);
  const settings = Object.entries(config).map(([key, value]) => [`apphosting:${key}`, value]);
  const configure = new messages.ConfigureRequest().setArgs(encode(Object.fromEntries(settings)));
  await call<messages.ConfigureResponse>((client, done) => client.configure(configure, done));

  return {
    async check(resource, news) {
      const request = new messages.CheckRequest().setNews(addLoader(resource, news)).setOlds(encode({}));
      const response = await call<messages.CheckResponse>((client, done) => client.check(request, done));
      return response.getFailuresList().map((failure) => failure.getReason());
    },
    async create(resource, inputs) {
      const request = new messages.CreateRequest().setProperties(addLoader(resource, inputs));
      const response = await call<messages.CreateResponse>((client, done) => client.create(request, done));
      return { id: response.getId(), properties: decode(response.getProperties()) };
    },
    async read(resource, id, properties) {
      const request = new messages.ReadRequest().setId(id).setProperties(addLoader(resource, properties));
      const response = await call<messages.ReadResponse>((client, done) => client.read(request, done));
      return { id: response.getId(), properties: decode(response.getProperties()) };
    },
    async update(resource, id, olds, news) {
      const request = new messages.UpdateRequest().setId(id);
      request.setOlds(addLoader(resource, olds)).setNews(addLoader(resource, news));
      const response = await call<messages.UpdateResponse>((client, done) => client.update(request, done));
      return { id, properties: decode(response.getProperties()) };
    },
    async delete(resource, id, properties) {
      const request = new messages.DeleteRequest().setId(id).setProperties(addLoader(resource, properties));
      await call<unknown>((client, done) => client.delete(request, done));
    },
    ended,
    stop,
  };
}

function encode(fields: JsonObject): Struct {
  return Struct.fromJavaScript(fields as Record<string, JavaScriptValue>);
}

function decode(fields: Struct | undefined): JsonObject {
  const { __provider, ...properties } = (fields?.toJavaScript() ?? {}) as JsonObject;
  return properties;
}

function addLoader(resource: ResourceName, fields: JsonObject): Struct {
  return encode({ ...fields, __provider: `exports.handler=()=>require("pulumi-apphosting/host").${resource}` });
}
