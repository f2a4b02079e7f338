/** The resource classes: what they declare and hand to the engine, which options they refuse, and what they do to Pulumi's SDK. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Cache } from "../../provider/index.js";
import { prepareRegistration } from "../../provider/resources/api-resource.js";
import { shortenStackTraces } from "../../provider/resources/stack-traces.js";
import { mocks, resources, useMocks } from "./resources.js";

describe("The class", () => {
  const told = useMocks();
  afterEach(() => mock.restoreAll());

  for (const { documented, definition, Class, valid: inputs, required, outputs } of resources) {
    const { className } = documented;
    const construct = (options?: pulumi.CustomResourceOptions) => new Class("test", required, options);
    describe(className, () => {
      it("declares its arguments, what responses have, and nothing else as outputs", () => {
        const declared = Object.keys(construct()).filter((name) => !/^(__.*|id|urn)$/.test(name));
        expect(declared).to.have.members(outputs).and.to.have.lengthOf(outputs.length);
      });

      it("has the type token of a dynamic resource and the line that loads its host, which state holds", async () => {
        const { type, inputs } = await told(construct());
        expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
        expect(Class).to.have.property("__pulumiType", type);
        const line = `exports.handler=()=>require("pulumi-apphosting/host").${definition.names.code}`;
        expect(inputs.__provider).to.equal(line);
      });

      it("hands the engine its secrets, which are all outputs where an argument that they repeat is one", async () => {
        const names = (inputs: object) =>
          prepareRegistration(definition, "test", inputs, { additionalSecretOutputs: ["own"] }).options
            .additionalSecretOutputs;
        const secrets = ["asked", "answered", ...documented.secrets, "own"];
        expect(names(inputs)).to.deep.equal(secrets);
        const other = Object.keys(inputs).at(-1) ?? "";
        const still = names({ ...inputs, name: pulumi.output("nn"), [other]: pulumi.secret("x") });
        const all = names({ ...inputs, name: pulumi.secret("nn") });
        await new Promise(setImmediate);
        const answered = outputs.filter((name) => !(name in inputs));
        expect(still).to.deep.equal(secrets);
        expect([...new Set(all)]).to.have.members([...new Set([...secrets, ...answered])]);
      });

      it("refuses retainOnDelete: false, id and import, and arguments that are one output or promise, and says why", () => {
        const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
        const reads = `cannot work, for the API has no operation that reads. Set the id of what exists as ${existing} instead.`;
        const deletes =
          "cannot work, for the API has no operation that deletes. Leave it out: the resource is then retained when it leaves the stack.";
        for (const [options, why] of [
          [{ retainOnDelete: false }, `retainOnDelete: false ${deletes}`],
          [{ id: "c-1" }, `id ${reads}`],
          [{ import: "c-1" }, `import ${reads}`],
        ] as const) {
          expect(() => construct(options)).to.throw(pulumi.RunError, `${className} "test": ${why}`);
        }
        const says = `${className} "late": its arguments are one output or promise. Pass an object: each of its values can be an output.`;
        for (const args of [pulumi.output({ name: "nn" }), Promise.resolve({ name: "nn" })]) {
          expect(() => new Class("late", args)).to.throw(pulumi.RunError, says);
        }
      });

      it("is retained, and warns that customTimeouts has no effect", () => {
        const warn = mock.method(pulumi.log, "warn", () => {});
        const customTimeouts = { create: "5m" };
        const { options } = prepareRegistration(definition, "test", {}, { customTimeouts, protect: true });
        expect(options).to.deep.include({ retainOnDelete: true, protect: true });
        prepareRegistration(definition, "another");
        const says = `${className} "test": customTimeouts has no effect; set apphosting:timeoutSeconds`;
        expect(warn.mock.calls.map(({ arguments: [text] }) => text)).to.deep.equal([says]);
      });

      it("leaves it to the host to name what is missing, and takes null for no arguments and no options", async () => {
        for (const [name, args] of [["bare"], ["null", null]] as const) {
          expect((await told(new Class(name, args, null))).inputs).to.have.all.keys("__provider");
        }
        const none = { id: null, import: null, retainOnDelete: null, additionalSecretOutputs: null, aliases: null };
        const options = { ...none, transformations: null, customTimeouts: null, provider: null, parent: null };
        expect((await told(new Class("options", null, options as object))).name).to.equal("options");
      });
    });
  }
});

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
    expect(stackOf(Object.assign(new Error("bare"), { stack: "Error: bare" }))).to.include("resources.test");
    expect(stackOf(Object.assign(new Error("own"), { stack: traced }))).to.equal(traced);
    stackOf(Object.freeze(new Error("frozen")));
    new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
    expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
  });
});
