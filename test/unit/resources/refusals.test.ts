import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../../provider/definitions/cache.js";
import type { Definition } from "../../../provider/definitions/definition.js";
import { environment } from "../../../provider/definitions/environment.js";
import { definitions } from "../../../provider/definitions/index.js";
import { Application, Cache, Provider } from "../../../provider/index.js";
import { reserveId } from "../../../provider/resources/refusals.js";
import { prepareRegistration } from "../../../provider/resources/registration.js";
import { readOutput, resources, useMocks } from "../resources.js";

describe("Refusals", () => {
  useMocks();

  for (const { documented, Class, required } of resources) {
    const { className } = documented;

    it(`${className}: rejects import and names the argument that adopts a resource`, () => {
      const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
      expect(() => new Class("test", required, { import: "c-1" })).to.throw(
        pulumi.RunError,
        `${className} "test": import can't work, because no read returns all required arguments. To adopt an existing resource, set ${existing} to its id instead. To use one that the stack doesn't manage, use ${className}.get.`,
      );
    });

    it(`${className}: rejects arguments that are a single output or promise`, () => {
      const says = `${className} "late": its arguments are a single output or promise. Pass an object: each of its values can be an output.`;
      for (const args of [pulumi.output({ name: "nn" }), Promise.resolve({ name: "nn" })]) {
        expect(() => new Class("late", args)).to.throw(pulumi.RunError, says);
      }
    });
  }
});

const isOn = { deleteBeforeReplace: true };
const optionsOf = (definition: Definition, options: pulumi.CustomResourceOptions) =>
  prepareRegistration(definition, "test", {}, options).options;

it("deleteBeforeReplace: fails for a retained resource, unless a PATCH adopts it again", () => {
  for (const definition of definitions.filter(({ create }) => create.method === "POST")) {
    for (const options of [isOn, { ...isOn, retainOnDelete: true }]) {
      expect(() => optionsOf(definition, options)).to.throw(
        pulumi.RunError,
        `${definition.names.class} "test": deleteBeforeReplace can't work, because the resource is retained: `,
      );
    }
  }
  expect(optionsOf(cache, isOn)).to.include(isOn);
});

it("deleteBeforeReplace: reaches the engine together with retainOnDelete: false", () => {
  const options = { ...isOn, retainOnDelete: false };
  for (const definition of definitions) {
    expect(optionsOf(definition, options)).to.include(options);
  }
  expect(optionsOf(environment, { deleteBeforeReplace: false })).to.include({ retainOnDelete: true });
});

describe("Reserved ids", () => {
  const args = { cacheId: "cache-1", name: "sessions" };
  const register = useMocks();

  it("Reserved id: rejects a second resource with the same id and provider", async () => {
    const provider = new Provider("org-a", { token: "token" });
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    const first = new Cache("first", args, { provider });
    new Cache("other", { ...args, cacheId: "cache-2" }, { provider });
    new Cache("elsewhere", args, { provider: new Provider("org-b", { token: "token" }) });
    for (const name of ["without", "again without"]) new Cache(name, args);
    const says =
      'Cache "second": Cache "first" of this program has the same cacheId. Each would undo what the other sets: manage each cache with one resource.';
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

  it("Reserved id: reserves an output as soon as its value is known", async () => {
    const options = { provider: new Provider("org-c", { token: "token" }) };
    const claim = (id: pulumi.Input<unknown>, name: string) => reserveId(id, cache, name, options);
    expect(await readOutput(claim(pulumi.output("cache-1"), "first") as pulumi.Output<string>)).to.equal("cache-1");
    expect(() => claim("cache-1", "second")).to.throw(pulumi.RunError, 'Cache "first"');
    expect([claim(undefined, "none"), claim(undefined, "none again")]).to.deep.equal([undefined, undefined]);
  });
});
