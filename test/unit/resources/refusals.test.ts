/** What the constructors refuse: values, options, and a second resource for what exists. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { application } from "../../../provider/definitions/application.js";
import { cache } from "../../../provider/definitions/cache.js";
import { environment } from "../../../provider/definitions/environment.js";
import { Application, Cache, Provider, type ProviderArgs } from "../../../provider/index.js";
import { reserveId } from "../../../provider/resources/refusals.js";
import { prepareRegistration } from "../../../provider/resources/registration.js";
import { mocks, readOutput, resources, useMocks } from "../resources.js";

describe("Refusals", () => {
  useMocks();

  for (const { documented, Class, required } of resources) {
    const { className } = documented;
    const construct = (options?: pulumi.CustomResourceOptions) => new Class("test", required, options);

    it(`${className}: refuses id and import, and names the argument for the id of what exists`, () => {
      const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
      for (const option of ["id", "import"]) {
        expect(() => construct({ [option]: "c-1" })).to.throw(
          pulumi.RunError,
          `${className} "test": ${option} cannot work, because no read returns all required arguments. Set the id of what exists as ${existing} instead.`,
        );
      }
    });

    it(`${className}: refuses arguments that are one output or promise`, () => {
      const says = `${className} "late": its arguments are one output or promise. Pass an object: each of its values can be an output.`;
      for (const args of [pulumi.output({ name: "nn" }), Promise.resolve({ name: "nn" })]) {
        expect(() => new Class("late", args)).to.throw(pulumi.RunError, says);
      }
    });
  }

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
});

describe("retainOnDelete: false", () => {
  before(() => pulumi.runtime.setMocks(mocks));
  afterEach(() => pulumi.runtime.setAllConfig({}));

  const name = (...operations: string[]) => pulumi.runtime.setAllConfig({ "apphosting:operations": operations.join() });
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const optionsOf = (options: pulumi.CustomResourceOptions, more: object = {}) =>
    prepareRegistration(environment, "test", { ...inputs, ...more }, options).options;
  const refused = 'Environment "test": retainOnDelete: false cannot work, because';

  it("retainOnDelete: false is handed to the engine where delete is named; left out, it is true", () => {
    for (const operations of ["read,delete", "delete", '["read","delete"]']) {
      name(operations);
      expect(optionsOf({ retainOnDelete: false }), operations).to.include({ retainOnDelete: false });
      for (const options of [{}, { retainOnDelete: true }]) {
        expect(optionsOf(options)).to.include({ retainOnDelete: true });
      }
    }
  });

  it("retainOnDelete: false is refused where delete is not named, with the command that names it", () => {
    for (const [operations, command] of [
      [undefined, "delete"],
      ["", "delete"],
      ["read, update", "read,update,delete"],
    ] as const) {
      pulumi.runtime.setAllConfig(operations === undefined ? {} : { "apphosting:operations": operations });
      expect(() => optionsOf({ retainOnDelete: false })).to.throw(
        pulumi.RunError,
        `${refused} the API documents no delete. Leave it out: the resource is then retained when it leaves the stack. If your API has one, name it. Run \`pulumi config set apphosting:operations ${command}\`, or set the operations of an explicit Provider`,
      );
    }
  });

  it("retainOnDelete: false is refused beside existingId, because the stack has not created the resource", () => {
    name("read", "delete");
    for (const existingId of ["env-1", pulumi.output("env-1")]) {
      expect(() => optionsOf({ retainOnDelete: false }, { existingId })).to.throw(
        pulumi.RunError,
        `${refused} existingId names what the stack has not created.`,
      );
    }
    expect(optionsOf({ retainOnDelete: false }, { existingId: null })).to.include({ retainOnDelete: false });
  });

  it("retainOnDelete: false is refused where the operations of an explicit provider are an output, whose value is known too late", () => {
    const named = ["delete"] as const;
    for (const [index, operations] of [pulumi.output(named), Promise.resolve(named)].entries()) {
      const provider = new Provider(`late-${index}`, { token: "token", operations });
      expect(() => optionsOf({ provider, retainOnDelete: false }))
        .to.throw(pulumi.RunError, `${refused} the operations of its Provider are an output or a promise`)
        .and.have.property("message")
        .that.does.not.include("pulumi config");
    }
  });

  it("retainOnDelete: false is refused beside deletedWith an application, which is never deleted", () => {
    name("read", "delete");
    const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA" });
    const stack = new pulumi.ComponentResource("test:index:Stack", "stack");
    expect(() => optionsOf({ deletedWith: shop, retainOnDelete: false })).to.throw(
      pulumi.RunError,
      `${refused} its deletedWith is of class Application, which is never deleted, so that the engine would never delete this either.`,
    );
    for (const options of [{ deletedWith: stack, retainOnDelete: false }, { deletedWith: shop }]) optionsOf(options);
  });

  it("retainOnDelete: false of an application or a cache is refused, also where delete is named", () => {
    name("delete");
    for (const [definition, says] of [
      [application, "because no application is ever deleted: the API may delete every environment with it"],
      [
        cache,
        "because no cache is ever deleted: a stack only adopts one that exists. Leave it out: the resource is then retained",
      ],
    ] as const) {
      expect(() => prepareRegistration(definition, "test", {}, { retainOnDelete: false })).to.throw(
        pulumi.RunError,
        `${definition.names.class} "test": retainOnDelete: false cannot work, ${says}`,
      );
    }
  });

  it("retainOnDelete: false is allowed by the operations of an explicit provider, also of the parent's", () => {
    const withOperations = (providerName: string, operations?: ProviderArgs["operations"]) =>
      new Provider(providerName, { token: "token", operations });
    const own = withOperations("own", ["delete"]);
    const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { providers: [own] });
    for (const options of [{ provider: own }, { parent }]) {
      expect(optionsOf({ ...options, retainOnDelete: false })).to.include({ retainOnDelete: false });
    }
    expect(() => optionsOf({ provider: withOperations("none"), retainOnDelete: false })).to.throw(
      pulumi.RunError,
      `${refused} the API documents no delete.`,
    );
    name("read", "delete");
    const fromStack = withOperations("from-stack");
    expect(optionsOf({ provider: fromStack, retainOnDelete: false })).to.include({ retainOnDelete: false });
  });

  it("deleteBeforeReplace is refused for what is retained, unless a PATCH adopts it again", () => {
    name("read", "delete");
    const isOn = { deleteBeforeReplace: true };
    for (const definition of [application, environment]) {
      expect(() => prepareRegistration(definition, "test", inputs, isOn)).to.throw(
        pulumi.RunError,
        `${definition.names.class} "test": deleteBeforeReplace cannot work, because the resource is retained`,
      );
    }
    expect(prepareRegistration(cache, "test", { cacheId: "cache-1" }, isOn).options).to.include(isOn);
    expect(optionsOf({ ...isOn, retainOnDelete: false })).to.include(isOn);
    expect(optionsOf({ deleteBeforeReplace: false })).to.include({ retainOnDelete: true });
  });
});

describe("Reserved ids", () => {
  const args = { cacheId: "cache-1", name: "sessions" };
  const register = useMocks();

  it("Reserved id: a second resource with the same cacheId or existingId and provider is refused", async () => {
    const provider = new Provider("org-a", { token: "token" });
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    const first = new Cache("first", args, { provider });
    new Cache("other", { ...args, cacheId: "cache-2" }, { provider });
    new Cache("elsewhere", args, { provider: new Provider("org-b", { token: "token" }) });
    for (const name of ["without", "again without"]) new Cache(name, args);
    const says =
      'Cache "second": Cache "first" of this program has the same cacheId. Each would turn back what the other sets: set all of one cache in one resource.';
    for (const options of [{ provider }, { parent }]) {
      const second = () => new Cache("second", args, options);
      expect(second).to.throw(pulumi.RunError, says).with.property("stack", "");
    }
    expect((await register(first)).inputs).to.include({ cacheId: "cache-1" });
    const adopted = { name: "Web shop", sourceControlProvider: "hostA", existingId: "app-1" } as const;
    const application = (name: string) => new Application(name, adopted, { provider });
    application("web");
    const twice = 'Application "twice": Application "web" of this program has the same existingId.';
    expect(() => application("twice")).to.throw(pulumi.RunError, twice);
  });

  it("Reserved id: an id that is an output is reserved as soon as it is known", async () => {
    const options = { provider: new Provider("org-c", { token: "token" }) };
    const claim = (id: pulumi.Input<unknown>, name: string) => reserveId(id, cache, name, options);
    expect(await readOutput(claim(pulumi.output("cache-1"), "first") as pulumi.Output<string>)).to.equal("cache-1");
    expect(() => claim("cache-1", "second")).to.throw(pulumi.RunError, 'Cache "first"');
    expect([claim(undefined, "none"), claim(undefined, "none again")]).to.deep.equal([undefined, undefined]);
  });
});
