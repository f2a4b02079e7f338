/** The stack traces of errors while a program makes a resource: the engine records a line of one in the state. */

import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Cache } from "../../../../provider/index.js";
import { shortenStackTraces } from "../../../../provider/resources/registration/stack-traces.js";
import { mocks } from "../../resources.js";

describe("Stack traces", () => {
  const { stackTraceLimit, prepareStackTrace } = Error;
  afterEach(() => {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  });

  const frame = (file: string) => ({ getFileName: () => file, toString: () => file });
  const ownFolder = "/app/node_modules/pulumi-apphosting/dist";
  const own = ["base class", "class"].map((name) => join(ownFolder, `${name}.js`));
  const sdk = Array(4).fill("/app/node_modules/@pulumi/pulumi/resource.js");
  const frames = [...sdk, ...own, "/app/index.ts", "/app/caller.ts"].map(frame) as unknown as NodeJS.CallSite[];
  const kept = [...sdk, own[0], "/app/index.ts"];

  it("Stack trace: while a resource registers, four frames of the SDK, one of the class and the caller's line, and none of promises", () => {
    const counted: typeof prepareStackTrace = (_, { length }) => `${length} frames`;
    for (const [before, text] of [
      [undefined, ["Error: x", ...kept].join("\n    at ")],
      [counted, `${kept.length} frames`],
    ] as const) {
      Object.assign(Error, { prepareStackTrace: before });
      const resume = shortenStackTraces(ownFolder);
      expect(Error.stackTraceLimit).to.equal(0);
      expect(Error.prepareStackTrace?.(new Error("x"), frames)).to.equal(text);
      resume();
      expect(Error).to.include({ stackTraceLimit, prepareStackTrace: before });
    }
  });

  it("Stack trace of an error thrown by super(): leads to the program's own line; later errors have their usual frames", async () => {
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
    expect(stackOf(Object.assign(new Error("bare"), { stack: "Error: bare" }))).to.include("stack-traces.test");
    expect(stackOf(Object.assign(new Error("own"), { stack: traced }))).to.equal(traced);
    stackOf(Object.freeze(new Error("frozen")));
    new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
  });
});
