/** What the package does to Pulumi's SDK in a program: its debug log, its stack traces. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Cache } from "../../provider/index.js";
import { shortenStackTraces } from "../../provider/resources/stack-traces.js";
import { mocks } from "./resources.js";

describe("The SDK's debug log", () => {
  afterEach(() => mock.restoreAll());

  it("has no response of the engine to a resource of this package, and else what it is given", () => {
    const written: unknown[] = [];
    mock.method(pulumi.log, "debug", (...all: unknown[]) => written.push(...all));
    const file = require.resolve("../../provider/resources/debug-log");
    delete require.cache[file];
    require(file);
    const finished = (type: string) => `RegisterResource RPC finished: resource:a[${type}], err: null, resp: `;
    const own = ["pulumi-nodejs:dynamic/apphosting:Cache", "pulumi:providers:pulumi-nodejs"].map(finished);
    const others = [`${finished("aws:s3:Bucket")}x`, `x${own[0]}y`, { a: 1 } as unknown as string];
    for (const text of own) pulumi.log.debug(`${text}{"password":\n"secret"}`);
    for (const text of others) pulumi.log.debug(text);
    pulumi.log.debug("text", undefined, 5);
    expect(written).to.deep.equal([...own.map((text) => `${text}[left out]`), ...others, "text", undefined, 5]);
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

  it("of the SDK's promises are none; others have its five frames and the program's next, as written before", () => {
    const counted: typeof prepareStackTrace = (_, { length }) => `${length} frames`;
    for (const [before, text] of [
      [undefined, ["Error: x", ...kept].join("\n    at ")],
      [counted, `${kept.length} frames`],
    ] as const) {
      Object.assign(Error, { prepareStackTrace: before });
      const resume = shortenStackTraces(own);
      expect(Error.stackTraceLimit).to.equal(0);
      expect(Error.prepareStackTrace?.(new Error("x"), frames)).to.equal(text);
      resume();
      expect(Error).to.include({ stackTraceLimit, prepareStackTrace: before });
    }
  });

  it("of an error that comes up meanwhile lead to the program's own line, and later ones are as they were", async () => {
    await pulumi.runtime.setMocks(mocks);
    const stackOf = (error: Error) => {
      const fails = () => {
        throw error;
      };
      const args = { cacheId: "cache-1", name: "sessions" };
      expect(() => new Cache("sessions", args, { transformations: [fails] })).to.throw(error.message);
      expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
      return error.stack;
    };
    const traced = "Error: own\n    at here";
    expect(stackOf(Object.assign(new Error("bare"), { stack: "Error: bare" }))).to.include("sdk.test");
    expect(stackOf(Object.assign(new Error("own"), { stack: traced }))).to.equal(traced);
    stackOf(Object.freeze(new Error("frozen")));
    new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
  });
});
