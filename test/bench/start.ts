/** What a program waits for before its first resource, and the engine before its first `check`: in fresh processes. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { CheckRequest, ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { collect } from "../host/output";

const checkout = resolve(__dirname, "../..");
const run = promisify(execFile);

/** Milliseconds of each of the runs. */
export interface RequireTimes {
  /** `require("@pulumi/pulumi")`, which every program does. */
  readonly sdk: number[];
  /** `require("pulumi-apphosting")` after it. */
  readonly ours: number[];
  /** What the first `pulumi.dynamic.Resource` of a program loads and runs after it: the serializer. */
  readonly usual: number[];
}

const requires = `
const times = [performance.now()];
const took = () => times.push(performance.now());
const pulumi = require("@pulumi/pulumi");
took();
require("pulumi-apphosting");
took();
pulumi.runtime.serializeFunction(() => ({ check: async (_, inputs) => ({ inputs }) })).then(() => {
  took();
  console.log(JSON.stringify(times.slice(1).map((time, index) => time - times[index])));
});
`;

export async function requireTimes(runs: number): Promise<RequireTimes> {
  const times: RequireTimes = { sdk: [], ours: [], usual: [] };
  for (let round = 0; round < runs; round += 1) {
    const { stdout } = await run(process.execPath, ["-e", requires], { cwd: checkout });
    const [sdk, ours, usual] = JSON.parse(stdout) as [number, number, number];
    times.sdk.push(sdk);
    times.ours.push(ours);
    times.usual.push(usual);
  }
  return times;
}

export interface Loader {
  /** The text that the engine keeps with a resource. */
  readonly text: string;
  readonly inputs: Record<string, unknown>;
}

/** A provider that does nothing: what the host process takes by itself. */
export const bareText = "exports.handler=()=>({check:async(_,inputs)=>({inputs})})";

/** Milliseconds from the start of a host process to its first answered `check`, in each of the runs. */
export async function firstChecks<Name extends string>(
  loaders: Readonly<Record<Name, Loader>>,
  runs: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(loaders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < runs; round += 1) {
    for (const name of names) times[name].push((await firstCheck(loaders[name])).milliseconds);
  }
  return times;
}

/** The packages in memory when the first `check` has been answered. */
export async function loadedByFirstCheck(loader: Loader): Promise<string[]> {
  const { output } = await firstCheck(loader, "--require", join(checkout, "test/host/loaded-packages.cjs"));
  return (/^loaded: (.*)$/m.exec(output)?.[1] ?? "").split(" ");
}

async function firstCheck(
  { text, inputs }: Loader,
  ...nodeArguments: string[]
): Promise<{ milliseconds: number; output: string }> {
  const entry = join(checkout, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
  const start = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, entry, "127.0.0.1:0"], {
    cwd: checkout,
    env: { PATH: process.env.PATH, APPHOSTING_BASE_URL: "http://127.0.0.1:1", APPHOSTING_TOKEN: "none" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const output = collect(child);
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  await new Promise((done, failed) => {
    client.configure(new ConfigureRequest().setArgs(new Struct()), (error) =>
      error ? failed(error) : done(undefined),
    );
  });
  const news = Struct.fromJavaScript({ ...inputs, __provider: text } as Record<string, JavaScriptValue>);
  const failures = await new Promise<string[]>((done, failed) => {
    client.check(new CheckRequest().setNews(news).setOlds(new Struct()), (error, answer) =>
      error ? failed(error) : done(answer.getFailuresList().map((failure) => failure.getReason())),
    );
  });
  const milliseconds = performance.now() - start;
  client.close();
  child.kill();
  await closed;
  if (failures.length > 0) throw new Error(`check failed: ${failures.join("; ")}`);
  return { milliseconds, output: output.text() };
}
