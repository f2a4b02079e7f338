import { join } from "node:path";
import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { listOutputNames, recordRegistrations, resources, useMocks } from "../resources.js";

describe("Resource class", () => {
  useMocks();

  for (const { documented, Class, required, nulls } of resources) {
    it(`${documented.className}: declares exactly its arguments and documented outputs`, () => {
      expect(listOutputNames(new Class("test", required))).to.have.members(Object.keys(nulls));
    });
  }

  it("isInstance: tells classes apart, even for a resource of another copy of the package", () => {
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
});

describe("Stack traces", () => {
  useMocks();
  const request = recordRegistrations();
  const { stackTraceLimit } = Error;
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  for (const { documented, Class, required } of resources) {
    const { className } = documented;

    it(`${className}: turns stack frames off while it registers, and then restores their limit`, () => {
      Error.stackTraceLimit = 7;
      const stacks: (string | undefined)[] = [];
      const look: pulumi.ResourceTransformation = () => {
        stacks.push(new Error("inside").stack);
        return undefined;
      };
      new Class("looked", required, { transformations: [look] });
      expect(stacks).to.deep.equal(["Error: inside"]);
      expect(Error.stackTraceLimit).to.equal(7);
    });

    it(`${className}: the state's source position is a line of this package`, async () => {
      const position = (await request(new Class("line", required))).getSourceposition();
      expect(position?.getUri()).to.match(/provider\/resources\/\w+\.ts$/);
    });

    it(`${className}: an error in a transformation has the line that creates the resource`, () => {
      const fail = () => {
        throw new TypeError("of the program");
      };
      const make = () => new Class("failing", required, { transformations: [fail] });
      expect(make)
        .to.throw("of the program")
        .with.property("stack")
        .that.matches(/^TypeError: of the program\n +at make .*instance\.test\.ts:/);
      expect(Error.stackTraceLimit).to.equal(stackTraceLimit);
    });
  }

  const earlier = new Error("earlier");
  const { stack } = earlier;
  for (const [what, thrown] of [
    ["an earlier error", earlier],
    ["a frozen error", Object.freeze(new Error("frozen"))],
    ["a text", "text"],
    ["null", null],
  ] as const) {
    it(`Cache: a transformation that throws ${what} fails with just that`, () => {
      const fail = () => {
        throw thrown;
      };
      let caught: unknown;
      try {
        new Cache("failing", { cacheId: "cache-1", name: "sessions" }, { transformations: [fail] });
      } catch (error) {
        caught = error;
      }
      expect([caught, earlier.stack]).to.deep.equal([thrown, stack]);
    });
  }
});

describe("Closure of another dynamic resource", () => {
  useMocks();

  /** The SDK's serializer, with the TypeScript 3.8 that it uses if a project has no compiler. */
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

  it("Closure that captures a resource or provider: serializes with TypeScript 3.8, without a token", async () => {
    const serialize = loadSerializer();
    const provider = new Provider("closure-provider", { token: "closure-token" });
    const resourcesOfAll = resources.map(({ Class, required }) => new Class("closure", required, { provider }));
    const got = Cache.get("closure-get", "cache-1", null, { provider });
    for (const captured of [provider, got, ...resourcesOfAll]) {
      const { text } = await serialize(() => captured);
      expect(text).to.include("pulumi-nodejs").and.not.include("closure-token");
      const exports: { handler?: () => object } = {};
      runInNewContext(text, { exports, require });
      expect(exports.handler?.()).to.have.property("__pulumiResource", true);
    }
  });
});
