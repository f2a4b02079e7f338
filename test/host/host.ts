/** Runs Pulumi's own host process for dynamic resources. */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/http/json.js";
import { formatLoader } from "../../provider/definitions/names.js";
import { connect, encodeStruct } from "./connection.js";

const checkout = resolve(__dirname, "../..");
const entry = join(checkout, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");

interface HostOptions {
  readonly config?: Readonly<Record<string, string>>;
  /** The environment. Only PATH is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** The arguments of the process. The last one is the address of the engine; by default, there is no engine. */
  readonly args?: readonly string[];
}

export interface Host {
  check(resource: string, news: JsonObject): Promise<{ failures: { property: string; reason: string }[] }>;
  create(resource: string, inputs: JsonObject): Promise<{ id: string; properties: JsonObject }>;
  update(resource: string, id: string, olds: JsonObject, news: JsonObject): Promise<{ properties: JsonObject }>;
  delete(resource: string, id: string, properties: JsonObject): Promise<void>;
  /** Takes the lines written since the last call. The engine shows all of them. */
  takeLines(): Promise<string[]>;
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code, or null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  stop(): Promise<string>;
}

/** @throws Error when the package has not been built, or the process does not start */
export async function startHost({ config = {}, env = {}, args = ["no engine"] }: HostOptions = {}): Promise<Host> {
  if (!existsSync(join(checkout, "dist/host/index.js"))) {
    throw new Error("The host process loads the built package: run `npm run build` before these tests.");
  }
  const command = [process.execPath, entry, ...args];
  const { child, closed, output, call, stop } = await connect(command, env, checkout);

  const configuration = Object.entries(config).map(([key, value]) => [`apphosting:${key}`, value]);
  const configure = new messages.ConfigureRequest().setArgs(encodeStruct(Object.fromEntries(configuration)));
  await call<messages.ConfigureResponse>((client, done) => client.configure(configure, done));

  const deleteResource: Host["delete"] = async (resource, id, properties) => {
    const request = new messages.DeleteRequest().setId(id).setProperties(addLoader(resource, properties));
    await call<unknown>((client, done) => client.delete(request, done));
  };

  return {
    async check(resource, news) {
      const request = new messages.CheckRequest().setNews(addLoader(resource, news)).setOlds(encodeStruct({}));
      const response = await call<messages.CheckResponse>((client, done) => client.check(request, done));
      return { failures: response.getFailuresList().map((failure) => failure.toObject()) };
    },
    async create(resource, inputs) {
      const request = new messages.CreateRequest().setProperties(addLoader(resource, inputs));
      const response = await call<messages.CreateResponse>((client, done) => client.create(request, done));
      return { id: response.getId(), properties: removeLoader(response.getProperties()) };
    },
    async update(resource, id, olds, news) {
      const request = new messages.UpdateRequest()
        .setId(id)
        .setOlds(addLoader(resource, olds))
        .setNews(addLoader(resource, news));
      const response = await call<messages.UpdateResponse>((client, done) => client.update(request, done));
      return { properties: removeLoader(response.getProperties()) };
    },
    delete: deleteResource,
    async takeLines() {
      // A line can arrive after the response to the call that wrote it, but not after a line that was written later.
      const mark = `mark-${randomUUID()}`;
      await deleteResource("cache", mark, {});
      return output.takeLinesUntil(mark);
    },
    signal: (name) => void child.kill(name),
    ended: closed.then(([code]) => code as number | null),
    stop,
  };
}

function addLoader(resource: string, fields: JsonObject): Struct {
  return encodeStruct({ ...fields, __provider: formatLoader(resource) });
}

function removeLoader(fields: Struct | undefined): JsonObject {
  const { __provider, ...rest } = (fields?.toJavaScript() ?? {}) as JsonObject;
  return rest;
}
