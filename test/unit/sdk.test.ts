/** What the package does to Pulumi's SDK in a program: its debug log, its stack traces. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Cache } from "../../provider/index.js";
import { shortenStackTraces } from "../../provider/resources/stack-traces.js";

describe("The SDK's debug log", () => {
  afterEach(() => mock.restoreAll());

  it("has no response of the engine to a resource of this package, and else what it is given", () => {
    const written: unknown[] = [];
    mock.method(pulumi.log, "debug", (...all: unknown[]) => written.push(...all));
    const file = require.resolve("../../provider/resources/debug-log");
    delete require.cache[file];
    const finished = (type: string) => `RegisterResource RPC finished: resource:a[${type}], err: null, resp: `;
    const own = ["pulumi-nodejs:dynamic/apphosting:Cache", "pulumi:providers:pulumi-nodejs"].map(finished);
    const others = [`${finished("aws:s3:Bucket")}x`, `x${own[0]}y`, { a: 1 } as unknown as string, own[0] as string];
    require(file);
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

  const frame = (file: string) => ({ getFileName: () => file, toString: () => file });
  const own = "/app/node_modules/pulumi-apphosting/dist/resources/api-resource.js";
  const sdk = Array(5).fill("/app/node_modules/@pulumi/pulumi/resource.js");
  const frames = [...sdk, own, "/app/index.ts", "/app/caller.ts"].map(frame) as unknown as NodeJS.CallSite[];
  const kept = [...sdk, "/app/index.ts"];

  it("of the SDK's promises are none, and others have five frames of the SDK and the next of the program", () => {
    Object.assign(Error, { prepareStackTrace: undefined });
    const resume = shortenStackTraces(own);
    expect(Error.stackTraceLimit).to.equal(0);
    const text = Error.prepareStackTrace?.(new Error("x"), frames);
    expect(text).to.equal(["Error: x", ...kept].join("\n    at "));
    resume();
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace: undefined });
  });

  it("are written by whoever did before", () => {
    Error.prepareStackTrace = (_, { length }) => `${length} frames`;
    shortenStackTraces(own);
    expect(Error.prepareStackTrace?.(new Error("x"), frames)).to.equal(`${kept.length} frames`);
  });

  it("of an error that comes up meanwhile lead to the program's own line, and later ones are as they were", async () => {
    await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "x", state: inputs }), call: () => ({}) });
    const fails = (error: unknown) => {
      const transformation = () => {
        throw error;
      };
      const args = { cacheId: "cache-1", name: "sessions" };
      return () => new Cache("sessions", args, { transformations: [transformation] });
    };
    const traced = Object.assign(new Error("own"), { stack: "Error: own\n    at here" });
    expect(fails(Object.assign(new Error("bare"), { stack: "Error: bare" })))
      .to.throw("bare")
      .with.property("stack")
      .that.includes("sdk.test");
    expect(fails(traced)).to.throw("own").with.property("stack", "Error: own\n    at here");
    expect(fails(Object.freeze(new Error("frozen")))).to.throw("frozen");
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
    new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
  });
});
