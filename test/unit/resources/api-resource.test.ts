/** The resource classes: what they declare, what they hand to the engine, and which options they refuse. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment } from "../../../provider/index.js";
import { prepareRegistration } from "../../../provider/resources/registration/registration.js";
import { mocks, readOutput, resources, useMocks } from "../resources.js";

describe("Resource class", () => {
  const told = useMocks();
  afterEach(() => mock.restoreAll());

  for (const { documented, definition, Class, valid: inputs, required, nulls } of resources) {
    const { className } = documented;
    const outputs = Object.keys(nulls);
    const construct = (options?: pulumi.CustomResourceOptions) => new Class("test", required, options);
    describe(className, () => {
      it(`${className}: its class declares every argument and documented output, and no other`, () => {
        const declared = Object.keys(construct()).filter((name) => !/^(__.*|id|urn)$/.test(name));
        expect(declared).to.have.members(outputs).and.to.have.lengthOf(outputs.length);
      });

      it(`${className}: state has the type token of a dynamic resource and the line that loads its host`, async () => {
        const { type, inputs } = await told(construct());
        expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
        expect(Class).to.have.property("__pulumiType", type);
        const line = `exports.handler=()=>require("pulumi-apphosting/host").${definition.names.code}`;
        expect(inputs.__provider).to.equal(line);
      });

      it(`${className}: additionalSecretOutputs has its secrets, and all outputs where its name is a secret`, async () => {
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

      it(`${className}: refuses retainOnDelete: false, id, import, and arguments that are one output or promise`, () => {
        const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
        const reads = `cannot work, for no read returns all required arguments. Set the id of what exists as ${existing} instead.`;
        const { neverDeleted, names } = definition;
        const deletes =
          neverDeleted === undefined
            ? "cannot work, for the API has no operation that deletes. Leave it out: the resource is then retained when it leaves the stack."
            : `cannot work, for no ${names.words} is ever deleted: ${neverDeleted}. Leave it out: the resource is then retained when it leaves the stack.`;
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

      it(`${className}: is retained by default, and customTimeouts has no effect but a warning`, () => {
        const warn = mock.method(pulumi.log, "warn", () => {});
        const customTimeouts = { create: "5m" };
        const { options } = prepareRegistration(definition, "test", {}, { customTimeouts, protect: true });
        expect(options).to.deep.include({ retainOnDelete: true, protect: true });
        prepareRegistration(definition, "another");
        const says = `${className} "test": customTimeouts has no effect; set apphosting:timeoutSeconds`;
        expect(warn.mock.calls.map(({ arguments: [text] }) => text)).to.deep.equal([says]);
      });

      it(`${className}: a missing argument is no error of the class, and null stands for no arguments and no options`, async () => {
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

it("Cache: triggers that are a Date, a Map or a class instance are refused, because the engine sees no change of them", () => {
  const withTrigger = (value: unknown, name = "plain") =>
    new Cache(name, { name: "sessions", cacheId: name, triggers: [value] });
  for (const [value, says] of [
    [new Date(0), "triggers.0 is a Date, whose changes the engine does not see.*: toISOString\\(\\) of the date\\.$"],
    [{ at: [new Map()] }, "triggers.0.at.0 is a Map, .*or a list or an object of these\\.$"],
    [new (class Version {})(), "triggers.0 is a Version, "],
    [Object.create(Object.create(null)), "triggers.0 is a class instance, "],
    [() => 1, "triggers.0 is a function, "],
    [5n, "triggers.0 is a bigint, "],
  ]) {
    expect(() => withTrigger(value)).to.throw(pulumi.RunError, new RegExp(`^Cache "plain": ${says}`));
  }
  const later = [pulumi.output(new Date(0)), Promise.resolve(1)];
  const accepted = [1, "a", true, null, undefined, [{ deep: [] }], Object.create(null), ...later];
  for (const [index, value] of accepted.entries()) withTrigger(value, `plain-${index}`);
});
