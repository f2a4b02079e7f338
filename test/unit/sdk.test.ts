/** What the package does to Pulumi's SDK in a program: its debug log, its stack traces. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { shortenStackTraces, traced } from "../../provider/resources/stack-traces.js";

describe("The SDK's debug log", () => {
  afterEach(() => mock.restoreAll());

  it("has no response of the engine to a resource of this package, and else what it is given", () => {
    const written: unknown[] = [];
    mock.method(pulumi.log, "debug", (...all: unknown[]) => written.push(...all));
    const file = require.resolve("../../provider/resources/debug-log");
    delete require.cache[file];
    const { keepAnswersOutOfDebugLog } = require(file) as typeof import("../../provider/resources/debug-log.js");
    const finished = (type: string) => `RegisterResource RPC finished: resource:a[${type}], err: null, resp: `;
    const own = ["pulumi-nodejs:dynamic/apphosting:Cache", "pulumi:providers:pulumi-nodejs"].map(finished);
    const others = [`${finished("aws:s3:Bucket")}x`, `x${own[0]}y`, { a: 1 } as unknown as string, own[0] as string];
    keepAnswersOutOfDebugLog();
    keepAnswersOutOfDebugLog();
    for (const text of own) pulumi.log.debug(`${text}{"password":\n"secret"}`);
    for (const text of others) pulumi.log.debug(text);
    pulumi.log.debug("text", undefined, 5);
    const cut = own.map((text) => `${text}[left out]`);
    expect(written).to.deep.equal([...cut, ...others.slice(0, 3), cut[0], "text", undefined, 5]);
  });
});

describe("Stack traces", () => {
  const { stackTraceLimit, prepareStackTrace } = Error;
  afterEach(() => {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  });

  const frame = (file: string | undefined) => ({ getFileName: () => file, toString: () => String(file) });
  const sdk = "/app/node_modules/@pulumi/pulumi/resource.js";
  const files = [
    ...Array(6).fill(sdk),
    "/app/index.ts",
    "node:internal/x",
    undefined,
    "/app/node_modules/ts-node/x.js",
  ];
  const kept = [...Array(5).fill(sdk), "/app/index.ts", "/app/node_modules/@acme/lib.js"];
  const frames = [...files, kept.at(-1)].map(frame) as unknown as NodeJS.CallSite[];

  it("of the SDK's promises are none, and others have five frames of the SDK and those of the program", () => {
    Object.assign(Error, { prepareStackTrace: undefined });
    const resume = shortenStackTraces();
    expect(Error.stackTraceLimit).to.equal(0);
    const text = Error.prepareStackTrace?.(new Error("x"), frames);
    expect(text).to.equal(["Error: x", ...kept].join("\n    at "));
    resume();
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace: undefined });
  });

  it("are written by whoever did before", () => {
    Error.prepareStackTrace = (_, { length }) => `${length} frames`;
    shortenStackTraces();
    expect(Error.prepareStackTrace?.(new Error("x"), frames)).to.equal(`${kept.length} frames`);
  });

  it("of an error without one lead to whoever asks, and others stay", () => {
    const bare = Object.assign(new Error("bare"), { stack: "Error: bare" });
    const none = Object.assign(new Error("none"), { stack: undefined });
    for (const error of [bare, none]) expect((traced(error) as Error).stack).to.include("sdk.test");
    const own = Object.assign(new Error("own"), { stack: "Error: own\n    at here" });
    expect((traced(own) as Error).stack).to.equal("Error: own\n    at here");
    const frozen = Object.freeze(Object.assign(new Error("frozen"), { stack: "" }));
    for (const other of [frozen, "text", { stack: "" }]) expect(traced(other)).to.equal(other);
    expect(frozen.stack).to.equal("");
  });
});
