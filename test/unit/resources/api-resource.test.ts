/** The resource classes: what they declare, what a preview knows, and the stack traces of errors. */

import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { shortenStackTraces } from "../../../provider/resources/api-resource.js";
import { mocks, readOutput, resources, useMocks } from "../resources.js";

describe("Resource class", () => {
  useMocks();

  for (const { documented, Class, required, nulls } of resources) {
    it(`${documented.className}: its class declares every argument and documented output, and no other`, () => {
      const declared = Object.keys(new Class("test", required)).filter((name) => !/^(__.*|id|urn)$/.test(name));
      const outputs = Object.keys(nulls);
      expect(declared).to.have.members(outputs).and.to.have.lengthOf(outputs.length);
    });
  }

  it("isInstance: tells the classes apart, also a resource of another copy of the package", () => {
    const cache = new Cache("instance", { cacheId: "cache-9", name: "sessions" });
    expect([Application.isInstance(cache), Environment.isInstance(cache)]).to.deep.equal([false, false]);
    expect(Cache.isInstance(cache)).to.equal(true);
    expect(pulumi.CustomResource.isInstance(cache)).to.equal(true);
    const copied = Object.assign(Object.create(pulumi.CustomResource.prototype), {
      __pulumiResource: true,
      __pulumiCustomResource: true,
      __pulumiType: "pulumi-nodejs:dynamic/apphosting:Cache",
    });
    expect(Cache.isInstance(copied)).to.equal(true);
    for (const nothing of [undefined, null, {}, "cache"]) expect(Cache.isInstance(nothing)).to.equal(false);
  });

  it("Cache: a preview knows its id, also one that a transformation sets", async () => {
    const change: pulumi.ResourceTransformation = ({ props, opts }) => ({
      props: { ...props, cacheId: "other" },
      opts,
    });
    for (const [isPreview, transformations, expected] of [
      [true, [], "cache-1"],
      [true, [change], "other"],
      [false, [], "adopted-id"],
    ] as const) {
      await pulumi.runtime.setMocks(mocks, "project", "stack", isPreview);
      const { id } = new Cache(
        "adopted",
        { cacheId: "cache-1", name: "sessions" },
        { transformations: [...transformations] },
      );
      expect(await readOutput(id)).to.equal(expected);
    }
  });
});

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
    expect(stackOf(Object.assign(new Error("bare"), { stack: "Error: bare" }))).to.include("api-resource.test");
    expect(stackOf(Object.assign(new Error("own"), { stack: traced }))).to.equal(traced);
    stackOf(Object.freeze(new Error("frozen")));
    new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
  });
});

describe("Closure of another dynamic resource", () => {
  useMocks();

  /** The SDK's serializer, with the TypeScript 3.8 that it has where a project has no compiler. */
  function loadSerializer(): typeof pulumi.runtime.serializeFunction {
    const sdk = join(require.resolve("@pulumi/pulumi"), "..");
    const [shim, closure] = [join(sdk, "typescript-shim.js"), join(sdk, "runtime/closure")];
    for (const file of Object.keys(require.cache))
      if (file === shim || file.startsWith(closure)) delete require.cache[file];
    require(shim);
    const loaded = require.cache[shim] as NodeJS.Module;
    loaded.exports = require(join(sdk, "vendor/typescript@3.8.3/typescript.js"));
    return require(join(closure, "serializeClosure.js")).serializeFunction;
  }

  it("Closure that captures a resource or a provider: the SDK's TypeScript 3.8 parses it, and its text has no token", async () => {
    const serialize = loadSerializer();
    const provider = new Provider("closure-provider", { token: "closure-token" });
    const resourcesOfAll = resources.map(({ Class, required }) => new Class("closure", required, { provider }));
    const got = Cache.get("closure-get", "cache-1", null, { provider });
    for (const captured of [provider, got, ...resourcesOfAll]) {
      const { text } = await serialize(() => captured);
      expect(text).to.include("pulumi-nodejs").and.not.include("closure-token");
    }
  });
});
