/** Pulumi's own host process for dynamic resources. */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../provider/api/json.js";
import { writeLoader } from "../../provider/resources/api-resource.js";
import { connect, struct } from "./connection.js";

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
  const command = [process.execPath, "--require", light, entry, ...args];
  const { child, closed, output, call, stop } = await connect(command, env, cwd);

  const configuration = Object.entries(config).map(([key, value]) => [`apphosting:${key}`, value]);
  const configure = new messages.ConfigureRequest().setArgs(struct(Object.fromEntries(configuration)));
  await call<messages.ConfigureResponse>((client, done) => client.configure(configure, done));

  const letGo: Host["delete"] = async (resource, id, properties) => {
    const request = new messages.DeleteRequest().setId(id).setProperties(withLoader(resource, properties));
    await call<unknown>((client, done) => client.delete(request, done));
  };

  return {
    async check(resource, news) {
      const request = new messages.CheckRequest().setNews(withLoader(resource, news)).setOlds(struct({}));
      const answer = await call<messages.CheckResponse>((client, done) => client.check(request, done));
      return { failures: answer.getFailuresList().map((failure) => failure.toObject()) };
    },
    async create(resource, inputs) {
      const request = new messages.CreateRequest().setProperties(withLoader(resource, inputs));
      const answer = await call<messages.CreateResponse>((client, done) => client.create(request, done));
      return { id: answer.getId(), properties: withoutLoader(answer.getProperties()) };
    },
    async update(resource, id, olds, news) {
      const request = new messages.UpdateRequest()
        .setId(id)
        .setOlds(withLoader(resource, olds))
        .setNews(withLoader(resource, news));
      const answer = await call<messages.UpdateResponse>((client, done) => client.update(request, done));
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
    stop,
  };
}

function withLoader(resource: string, fields: JsonObject): Struct {
  return struct({ ...fields, __provider: writeLoader(resource) });
}

function withoutLoader(fields: Struct | undefined): JsonObject {
  const { __provider, ...rest } = (fields?.toJavaScript() ?? {}) as JsonObject;
  return rest;
}
