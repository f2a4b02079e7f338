import { mock } from "node:test";
import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { addId } from "../../../provider/resources/hosted-resource.js";
import { settingNames } from "../../../provider/rows/settings.js";
import {
  catchFailure,
  expectRefusal,
  listOutputNames,
  mocks,
  readOutput,
  recordRegistrations,
  resources,
  useMocks,
} from "../resources.js";

describe("Registration", () => {
  const register = useMocks();
  const request = recordRegistrations();

  for (const { table, Class, required, nulls } of resources) {
    const { className } = table;
    const secrets = table.arguments.filter(({ secret }) => secret).map(({ name }) => name);

    it(`${className}: registers with its type token and the line that loads its host`, async () => {
      const { type, inputs } = await register(new Class("test", required));
      expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
      expect(Class).to.have.property("__pulumiType", type);
      const line = `exports.handler=()=>require("pulumi-apphosting/host").${className.charAt(0).toLowerCase()}${className.slice(1)}`;
      expect(inputs).to.deep.equal({ ...required, __provider: line });
    });

    for (const retainOnDelete of [undefined, null]) {
      it(`${className} with retainOnDelete of ${retainOnDelete}: is retained, and keeps its other options`, async () => {
        const options = { retainOnDelete, protect: true, additionalSecretOutputs: ["own"] } as object;
        const sent = await request(new Class(`retained-${retainOnDelete}`, required, options));
        expect([sent.getRetainondelete(), sent.getProtect()]).to.deep.equal([true, true]);
        expect(sent.getAdditionalsecretoutputsList()).to.deep.equal(["own", ...secrets]);
      });
    }

    it(`${className}: declares exactly its arguments and documented outputs`, () => {
      expect(listOutputNames(new Class("test", required))).to.have.members(Object.keys(nulls));
    });

    it(`${className}: accepts missing arguments, and null for arguments and for each option`, async () => {
      const names = ["id", "import", "aliases", "provider", "parent", "transformations", "customTimeouts"];
      const options = Object.fromEntries([...names, "additionalSecretOutputs"].map((name) => [name, null]));
      expect((await register(new Class("bare"))).inputs).to.have.all.keys("__provider");
      expect((await register(new Class("null", null, options))).inputs).to.have.all.keys("__provider");
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

describe("Id of an adopted resource", () => {
  after(() => pulumi.runtime.setMocks(mocks));
  const change =
    (existingId?: string): pulumi.ResourceTransformation =>
    ({ props, opts }) => ({ props: { ...props, existingId }, opts });

  for (const [what, isPreview, transformations, expected] of [
    ["in a preview is the argument", true, [], "env-1"],
    ["in a preview is the one that a transformation sets", true, [change("env-2")], "env-2"],
    ["in a preview is unknown if a transformation removes existingId", true, [change()], "unknown"],
    ["in an up is the engine's", false, [], "adopted-id"],
  ] as const) {
    it(`Environment with existingId: its id ${what}`, async () => {
      await pulumi.runtime.setMocks(mocks, "project", "stack", isPreview);
      const args = { existingId: "env-1", applicationId: "app-1", name: "staging", branch: "main" };
      const { id } = new Environment("adopted", args, { transformations: [...transformations] });
      const { isKnown } = id as unknown as { readonly isKnown: Promise<boolean> };
      expect((await isKnown) ? await readOutput(id) : "unknown").to.equal(expected);
    });
  }
});

describe("Unknown setting of the stack", () => {
  afterEach(() => {
    mock.restoreAll();
    pulumi.runtime.setAllConfig({});
  });

  /** Returns the warnings of a program with two resources. Each program has its own copy of the package. */
  function listWarnings(...keys: string[]): string[] {
    const warn = mock.method(pulumi.log, "warn", async () => undefined);
    pulumi.runtime.setAllConfig(Object.fromEntries(keys.map((key) => [key, "x"])));
    for (const file of Object.keys(require.cache)) {
      if (/provider[\\/](index|resources)/.test(file)) delete require.cache[file];
    }
    const { Cache } = require("../../../provider/index.js") as typeof import("../../../provider/index.js");
    for (const name of ["first", "second"]) new Cache(name, { cacheId: "cache-1", name: "sessions" });
    return warn.mock.calls.map((call) => String(call.arguments[0]));
  }
  const hasNoEffect = "isn't a setting of pulumi-apphosting, so it has no effect.";

  for (const [what, project, keys, ...warnings] of [
    [
      "another one",
      "shop",
      ["apphosting:colour"],
      `apphosting:colour ${hasNoEffect} The settings are ${settingNames.join(", ")}.`,
    ],
    ["known ones and other namespaces", "shop", [...settingNames.map((name) => `apphosting:${name}`), "aws:region"]],
    ["one in a project named apphosting", "apphosting", ["apphosting:colour"]],
  ] as const) {
    it(`Settings with ${what}: ${warnings.length === 0 ? "no warning" : "one warning"}`, () => {
      pulumi.runtime.setMocks(mocks, project);
      expect(listWarnings(...keys)).to.deep.equal(warnings);
    });
  }
});

describe("get", () => {
  const register = useMocks();

  for (const { table, Class } of resources) {
    const { className } = table;

    it(`${className}.get: returns an instance, and registers the id alone`, async () => {
      const got = Class.get("mocked", "id-1");
      expect([got instanceof Class, Class.isInstance(got)]).to.deep.equal([true, true]);
      const { type, id, inputs } = await register(got);
      expect({ type, id }).to.deep.equal({ type: `pulumi-nodejs:dynamic/apphosting:${className}`, id: "id-1" });
      const line = `exports.handler=()=>require("pulumi-apphosting/host").readers.${className.charAt(0).toLowerCase()}${className.slice(1)}`;
      expect(inputs).to.deep.equal({ [table.idArgument]: "id-1", __provider: line });
    });

    const needsId = "get needs an id, a string that isn't empty.";
    for (const id of [undefined, null, "", " ", 5]) {
      it(`${className}.get with the id ${JSON.stringify(id)}: fails`, () => {
        expectRefusal(() => Class.get("no-id", id), `${className} "no-id": ${needsId}`);
      });
    }

    it(`${className}.get: fails once an id that is an output turns out to be null`, async () => {
      const late = addId(table, "late", pulumi.output(null)).id;
      expect(await catchFailure(late)).to.include(`${className} "late": ${needsId}`);
    });

    it(`${className}.get: fails for options in place of its state`, () => {
      const message = `${className} "state": get can't take provider as its state. `;
      expect(() => Class.get("state", "id-1", { provider: 1 })).to.throw(pulumi.RunError, message);
    });
  }

  it("Environment.get: accepts an application's id in its state, also as an output", async () => {
    const got = Environment.get("live", "env-1", { applicationId: pulumi.output("app-1") });
    expect((await register(got)).inputs).to.include({ applicationId: "app-1" });
  });
});

describe("Stack traces", () => {
  useMocks();
  const { stackTraceLimit } = Error;
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  const makeCache = (transformation: pulumi.ResourceTransformation) =>
    new Cache("traced", { cacheId: "cache-1", name: "sessions" }, { transformations: [transformation] });

  it("Cache: turns stack frames off while it registers, and then restores their limit", () => {
    Error.stackTraceLimit = 7;
    const stacks: (string | undefined)[] = [];
    makeCache(() => {
      stacks.push(new Error("inside").stack);
      return undefined;
    });
    expect(stacks).to.deep.equal(["Error: inside"]);
    expect(Error.stackTraceLimit).to.equal(7);
  });

  it("Cache: an error in a transformation has the line that creates the resource", () => {
    const make = () =>
      makeCache(() => {
        throw new TypeError("of the program");
      });
    expect(make)
      .to.throw("of the program")
      .with.property("stack")
      .that.matches(/^TypeError: of the program\n +at makeCache .*classes\.test\.ts:/);
    expect(Error.stackTraceLimit).to.equal(stackTraceLimit);
  });

  it("Cache: an earlier error that a transformation throws keeps its stack", () => {
    const earlier = new Error("earlier");
    const { stack } = earlier;
    const make = () =>
      makeCache(() => {
        throw earlier;
      });
    expect(make).to.throw(earlier).with.property("stack", stack);
  });
});

describe("Closure of another dynamic resource", () => {
  useMocks();

  it("Closure that captures a resource or provider: serializes without a token", async () => {
    const provider = new Provider("closure-provider", { token: "closure-token" });
    const resourcesOfAll = resources.map(({ Class, required }) => new Class("closure", required, { provider }));
    const got = Cache.get("closure-get", "cache-1", null, { provider });
    for (const captured of [provider, got, ...resourcesOfAll]) {
      const { text } = await pulumi.runtime.serializeFunction(() => captured);
      expect(text).to.include("pulumi-nodejs").and.not.include("closure-token");
      const exports: { handler?: () => object } = {};
      runInNewContext(text, { exports, require });
      expect(exports.handler?.()).to.have.property("__pulumiResource", true);
    }
  });
});
