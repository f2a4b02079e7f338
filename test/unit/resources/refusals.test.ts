/** What the constructors refuse. Each refusal has no stack: Node 20.20 can take a minute to color the SDK's lines. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { recordRegistrations, resources, useMocks } from "../resources.js";

// The SDK doesn't declare it.
const { setStackResource } = require("@pulumi/pulumi/runtime/state") as {
  setStackResource(stack: pulumi.Resource | undefined): void;
};

function expectRefusal(construct: () => unknown, message: string): void {
  expect(construct).to.throw(pulumi.RunError, message).with.property("stack", "");
}

describe("Refusals", () => {
  useMocks();

  for (const { documented, table, Class, required } of resources) {
    const { className } = documented;

    it(`${className} with import: fails and names the argument that adopts a resource`, () => {
      expectRefusal(
        () => new Class("test", required, { import: "c-1" }),
        `${className} "test": import can't work, because no read returns all required arguments. To adopt an existing resource, set ${table.idArgument} to its id instead. To use one that the stack doesn't manage, use ${className}.get.`,
      );
    });

    for (const [what, args] of [
      ["an output", pulumi.output({ name: "nn" })],
      ["a promise", Promise.resolve({ name: "nn" })],
    ] as const) {
      it(`${className} whose arguments are ${what}: fails`, () => {
        const message = `${className} "late": its arguments are a single output or promise. Pass an object: each of its values can be an output.`;
        expectRefusal(() => new Class("late", args), message);
      });
    }
  }
});

describe("deleteBeforeReplace", () => {
  useMocks();
  const request = recordRegistrations();

  for (const { documented, Class, required } of resources.filter(({ table }) => table.create === "POST")) {
    for (const retainOnDelete of [undefined, true]) {
      it(`${documented.className} with retainOnDelete ${retainOnDelete}: refuses deleteBeforeReplace`, () => {
        const options = { deleteBeforeReplace: true, ...(retainOnDelete && { retainOnDelete }) };
        const message = `${documented.className} "test": deleteBeforeReplace can't work, because the resource is retained: `;
        expectRefusal(() => new Class("test", required, options), message);
      });
    }
  }

  it("Cache: accepts deleteBeforeReplace, because an update adopts the cache again", async () => {
    const args = { cacheId: "cache-1", name: "sessions" };
    const sent = await request(new Cache("before", args, { deleteBeforeReplace: true }));
    expect(sent.getDeletebeforereplace()).to.equal(true);
  });

  it("Environment with retainOnDelete: false: accepts deleteBeforeReplace", async () => {
    const args = { applicationId: "app-1", name: "staging", branch: "main" };
    const sent = await request(new Environment("both", args, { deleteBeforeReplace: true, retainOnDelete: false }));
    expect([sent.getDeletebeforereplace(), sent.getRetainondelete()]).to.deep.equal([true, false]);
  });
});

describe("retainOnDelete: false", () => {
  useMocks();
  const request = recordRegistrations();
  const retainOnDelete = false;
  const environment = { applicationId: "app-1", name: "staging", branch: "main" };
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    setStackResource(undefined);
  });

  /** Outside mocks, a program has a stack. */
  function startStack(operations?: string): void {
    setStackResource(new pulumi.ComponentResource("test:index:Stack", "stack"));
    pulumi.runtime.setAllConfig(operations === undefined ? {} : { "apphosting:operations": operations });
  }

  for (const [Class, args, reason] of [
    [Application, { name: "Web shop", sourceControlProvider: "hostA" }, "no application is ever deleted: the API may"],
    [Cache, { cacheId: "cache-1", name: "sessions" }, "no cache is ever deleted: a stack only adopts an existing one."],
  ] as const) {
    it(`${Class.name}: refuses retainOnDelete: false, even under mocks and where delete is named`, () => {
      const construct = () => new (Class as new (...all: unknown[]) => unknown)("test", args, { retainOnDelete });
      expectRefusal(construct, `${Class.name} "test": retainOnDelete can't be false, because ${reason}`);
      startStack("delete");
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

  it("Environment: accepts retainOnDelete: false under mocks, which have no settings", async () => {
    const sent = await request(new Environment("mocked", environment, { retainOnDelete }));
    expect(sent.getRetainondelete()).to.equal(false);
  });

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
  const args = { cacheId: "cache-1", name: "sessions" };
  const startProvider = (name: string) => new Provider(name, { token: "token" });

  it("Cache: refuses the id of another resource of its provider, its own or its parent's", () => {
    const provider = startProvider("org-a");
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    new Cache("first", args, { provider });
    const message =
      'Cache "second": Cache "first" of this program has the same cacheId. Each would undo what the other sets: manage each cache with one resource.';
    expectRefusal(() => new Cache("second", args, { provider }), message);
    expectRefusal(() => new Cache("second", args, { parent }), message);
  });

  it("Application: refuses an existingId that another one of the program has", () => {
    const adopted = { name: "Web shop", sourceControlProvider: "hostA", existingId: "app-1" } as const;
    const options = { provider: startProvider("org-b") };
    new Application("web", adopted, options);
    const message = 'Application "twice": Application "web" of this program has the same existingId.';
    expectRefusal(() => new Application("twice", adopted, options), message);
  });

  it("Cache: accepts another id, the id under another provider, and the id again under mocks", () => {
    const provider = startProvider("org-c");
    new Cache("first", args, { provider });
    new Cache("another id", { ...args, cacheId: "cache-2" }, { provider });
    new Cache("another provider", args, { provider: startProvider("org-d") });
    for (const name of ["mocked", "mocked again"]) new Cache(name, args);
  });

  it("Cache: refuses the id of another resource once that one's output is known", async () => {
    const options = { provider: startProvider("org-e") };
    const first = new Cache("first", { ...args, cacheId: pulumi.output("cache-1") }, options);
    await new Promise((resolve) => first.cacheId.apply(resolve));
    expectRefusal(() => new Cache("second", args, options), 'Cache "second": Cache "first" of this program');
  });
});
