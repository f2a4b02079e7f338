/** What the constructors refuse. Each refusal has no stack: Node 20.20 can take a minute to color the SDK's lines. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { expectRefusal, recordRegistrations, resources, useMocks } from "../resources.js";

// The SDK doesn't declare it.
const { setStackResource } = require("@pulumi/pulumi/runtime/state") as {
  setStackResource(stack: pulumi.Resource | undefined): void;
};

const environment = { applicationId: "app-1", name: "staging", branch: "main" };
const cache = { cacheId: "cache-1", name: "sessions" };

describe("Refusals", () => {
  useMocks();

  for (const { table, Class, required } of resources) {
    const { className, idArgument, create } = table;
    const noImport = `import can't work, because no read returns all required arguments. To adopt an existing resource, set ${idArgument} to its id instead. To use one that the stack doesn't manage, use ${className}.get.`;
    const isRetained = "deleteBeforeReplace can't work, because the resource is retained: ";
    for (const [what, args, options, message] of [
      ["import", required, { import: "c-1" }, noImport],
      ...(create === "POST"
        ? [["deleteBeforeReplace", required, { deleteBeforeReplace: true }, isRetained] as const]
        : []),
    ] as const) {
      it(`${className} with ${what}: fails`, () =>
        expectRefusal(() => new Class("test", args, options), `${className} "test": ${message}`));
    }
  }
});

describe("deleteBeforeReplace and retainOnDelete: false", () => {
  useMocks();
  const request = recordRegistrations();
  const retainOnDelete = false;
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    setStackResource(undefined);
  });

  /** Outside mocks, a program has a stack. */
  function startStack(operations?: string): void {
    setStackResource(new pulumi.ComponentResource("test:index:Stack", "stack"));
    pulumi.runtime.setAllConfig(operations === undefined ? {} : { "apphosting:operations": operations });
  }

  it("Cache: accepts deleteBeforeReplace, because an update adopts the cache again", async () => {
    const sent = await request(new Cache("before", cache, { deleteBeforeReplace: true }));
    expect(sent.getDeletebeforereplace()).to.equal(true);
  });

  it("Environment with retainOnDelete: false: accepts deleteBeforeReplace, and so do mocks", async () => {
    const sent = await request(new Environment("both", environment, { deleteBeforeReplace: true, retainOnDelete }));
    expect([sent.getDeletebeforereplace(), sent.getRetainondelete()]).to.deep.equal([true, false]);
  });

  for (const [Class, args, reason] of [
    [Application, { name: "Web shop", sourceControlProvider: "hostA" }, "no application is ever deleted: the API may"],
    [Cache, cache, "no cache is ever deleted: a stack only adopts an existing one."],
  ] as const) {
    it(`${Class.name}: refuses retainOnDelete: false, even in a stack with the operation delete`, () => {
      startStack("delete");
      const construct = () => new (Class as new (...all: unknown[]) => unknown)("test", args, { retainOnDelete });
      expectRefusal(construct, `${Class.name} "test": retainOnDelete can't be false, because ${reason}`);
    });
  }

  for (const operations of [undefined, "read,update"]) {
    it(`Environment: refuses retainOnDelete: false in a stack with the operations ${operations}`, () => {
      startStack(operations);
      expectRefusal(
        () => new Environment("test", environment, { retainOnDelete }),
        'Environment "test": retainOnDelete can\'t be false, because the API documents no delete. Leave it out. Or, if your API supports delete, add it to `apphosting:operations`, such as by `pulumi config set apphosting:operations read,update,delete`.',
      );
    });
  }

  for (const operations of ["delete", "read, update, delete"]) {
    it(`Environment: accepts retainOnDelete: false in a stack with the operations ${operations}`, async () => {
      startStack(operations);
      const sent = await request(new Environment(`named ${operations}`, environment, { retainOnDelete }));
      expect(sent.getRetainondelete()).to.equal(false);
    });
  }

  it("Environment: accepts retainOnDelete: false with an explicit provider, its own or its parent's", async () => {
    startStack();
    const provider = new Provider("org", { token: "token" });
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    const own = await request(new Environment("own", environment, { retainOnDelete, provider }));
    const inherited = await request(new Environment("inherited", environment, { retainOnDelete, parent }));
    expect([own.getRetainondelete(), inherited.getRetainondelete()]).to.deep.equal([false, false]);
  });
});

describe("Ids of existing resources", () => {
  useMocks();
  const startProvider = () => new Provider("org", { token: "token" });

  it("Cache: refuses the id of another resource of its provider, its own or its parent's", () => {
    const provider = startProvider();
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    new Cache("first", cache, { provider });
    const message =
      'Cache "second": Cache "first" of this program has the same cacheId. Each would undo what the other sets: manage each cache with one resource.';
    expectRefusal(() => new Cache("second", cache, { provider }), message);
    expectRefusal(() => new Cache("second", cache, { parent }), message);
  });

  it("Application: refuses an existingId that another one of the program has", () => {
    const adopted = { name: "Web shop", sourceControlProvider: "hostA", existingId: "app-1" } as const;
    const options = { provider: startProvider() };
    new Application("web", adopted, options);
    const message = 'Application "twice": Application "web" of this program has the same existingId.';
    expectRefusal(() => new Application("twice", adopted, options), message);
  });

  it("Cache: accepts another id, the id of a get or of another provider, and the id again under mocks", () => {
    const provider = startProvider();
    new Cache("first", cache, { provider });
    new Cache("another id", { ...cache, cacheId: "cache-2" }, { provider });
    new Cache("another provider", cache, { provider: startProvider() });
    for (const name of ["read", "read again"]) Cache.get(name, "cache-1", null, { provider });
    for (const name of ["mocked", "mocked again"]) new Cache(name, cache);
  });

  it("Cache: refuses the id of another resource once that one's output is known", async () => {
    const options = { provider: startProvider() };
    const first = new Cache("first", { ...cache, cacheId: pulumi.output("cache-1") }, options);
    await new Promise((resolve) => first.cacheId.apply(resolve));
    expectRefusal(() => new Cache("second", cache, options), 'Cache "second": Cache "first" of this program');
  });
});
