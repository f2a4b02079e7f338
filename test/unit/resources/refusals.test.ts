/** What the constructors refuse: values, options, and a second resource for what exists. */

import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../../provider/definitions/cache.js";
import type { Definition } from "../../../provider/definitions/definition.js";
import { environment } from "../../../provider/definitions/environment.js";
import { definitions } from "../../../provider/definitions/index.js";
import { Application, Cache, Environment, Provider } from "../../../provider/index.js";
import { checkArguments, reserveId } from "../../../provider/resources/refusals.js";
import { prepareRegistration } from "../../../provider/resources/registration.js";
import { readOutput, resources, useMocks } from "../resources.js";

describe("Refusals", () => {
  useMocks();

  for (const { documented, Class, required } of resources) {
    const { className } = documented;

    it(`${className}: refuses import, and names the argument for the id of what exists`, () => {
      const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
      expect(() => new Class("test", required, { import: "c-1" })).to.throw(
        pulumi.RunError,
        `${className} "test": import can't work, because no read returns all required arguments. To adopt an existing resource, set ${existing} to its id instead. To use one that the stack doesn't manage, use ${className}.get.`,
      );
    });

    it(`${className}: refuses arguments that are one output or promise`, () => {
      const says = `${className} "late": its arguments are a single output or promise. Pass an object: each of its values can be an output.`;
      for (const args of [pulumi.output({ name: "nn" }), Promise.resolve({ name: "nn" })]) {
        expect(() => new Class("late", args)).to.throw(pulumi.RunError, says);
      }
    });
  }

  it("Cache: triggers that are a Date, a Map or a class instance are refused, because the engine sees no change of them", () => {
    const withTrigger = (value: unknown, name = "plain") =>
      new Cache(name, { name: "sessions", cacheId: name, triggers: [value] });
    for (const [value, says] of [
      [
        new Date(0),
        "triggers.0 is a Date, and the engine doesn't see its changes\\. Pass .*: toISOString\\(\\) of the date\\.$",
      ],
      [{ at: [new Map()] }, "triggers.0.at.0 is a Map, .*or a list or an object of these\\.$"],
      [new (class Version {})(), "triggers.0 is a Version, "],
      [Object.create(Object.create(null)), "triggers.0 is a class instance, "],
      [() => 1, "triggers.0 is a function, "],
      ["v1".match(/(?<v>\d)/)?.groups, "triggers.0 is an object without a prototype, "],
      [5n, "triggers.0 is a bigint, "],
    ]) {
      expect(() => withTrigger(value)).to.throw(pulumi.RunError, new RegExp(`^Cache "plain": ${says}`));
    }
    const later = [pulumi.output(new Date(0)), Promise.resolve(1)];
    const accepted = [1, "a", true, null, undefined, [{ deep: [] }], runInNewContext("({ a: 1 })"), ...later];
    for (const [index, value] of accepted.entries()) withTrigger(value, `plain-${index}`);
  });
});

describe("Text that isn't well-formed", () => {
  useMocks();
  // The first half of an emoji.
  const half = "\u{1F600}".slice(0, 1);
  const says = (label: string) => `${label} has half of a character, such as an emoji that \`slice\` cut in two.`;

  const cacheWith = (triggers: unknown[]) => new Cache("c", { cacheId: "cache-1", name: "sessions", triggers });
  for (const [label, make] of [
    ['The name of Cache "c\ufffd"', () => new Cache(`c${half}`, { cacheId: "cache-1", name: "sessions" })],
    ['Cache "c": cacheId', () => new Cache("c", { cacheId: half, name: "sessions" })],
    ['Cache "c": triggers.1', () => cacheWith(["whole", half])],
    ['Cache "c": triggers.0.versions.0', () => cacheWith([{ versions: [half] }])],
    ['Cache "c": triggers.0.k\ufffd', () => cacheWith([{ [`k${half}`]: 1 }])],
    ['Cache "c": the id of get', () => Cache.get("c", half)],
    ['Environment "e": applicationId', () => Environment.get("e", "env-1", { applicationId: half })],
    ['Provider "p": baseUrl', () => new Provider("p", { token: "t", baseUrl: half })],
    ['Provider "p": include.Environment.0', () => new Provider("p", { token: "t", include: { Environment: [half] } })],
  ] as const) {
    it(`Text that isn't well-formed is refused: ${label}`, () => {
      expect(make).to.throw(pulumi.RunError, says(label)).with.property("message").that.satisfies(isWellFormed);
    });
  }

  for (const { documented, Class, required } of resources) {
    it(`${documented.className}: text that isn't well-formed is refused in each argument, also inside what the argument doesn't take`, () => {
      for (const name of Object.keys(documented.arguments)) {
        for (const [path, value] of [
          ["", half],
          [".0.a", [{ a: half }]],
        ] as const) {
          expect(() => new Class("r", { ...required, [name]: value })).to.throw(says(`"r": ${name}${path}`));
        }
      }
    });
  }

  it("Text that isn't well-formed is refused in an output or a promise when it's known, and what surrounds it stays", async () => {
    const args = {
      a: ["whole", pulumi.output(half)],
      b: Promise.resolve([pulumi.secret({ deep: half })]),
      c: pulumi.secret("c"),
    };
    const checked = checkArguments('Cache "c"', args);
    expect(await rejectionOf(checked.a[1])).to.include({ message: says('Cache "c": a.1'), stack: "" });
    const [deep] = await checked.b;
    expect(await rejectionOf(deep)).to.include({ message: says('Cache "c": b.0.deep'), stack: "" });
    expect(checked.a[0]).to.equal("whole");
    expect(await pulumi.isSecret(checked.c)).to.equal(true);
    expect(await readOutput(checked.c)).to.equal("c");
  });
});

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** Resolves to what an output is rejected with. */
function rejectionOf(output: pulumi.Output<unknown>): Promise<unknown> {
  return (output as unknown as { promise(): Promise<unknown> }).promise().then(
    () => "none",
    (error) => error,
  );
}

describe("deleteBeforeReplace", () => {
  const isOn = { deleteBeforeReplace: true };
  const optionsOf = (definition: Definition, options: pulumi.CustomResourceOptions) =>
    prepareRegistration(definition, "test", {}, options).options;

  it("deleteBeforeReplace is refused for what is retained, unless a PATCH adopts it again", () => {
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

  it("deleteBeforeReplace is handed to the engine beside retainOnDelete: false, which the host checks", () => {
    const options = { ...isOn, retainOnDelete: false };
    for (const definition of definitions) {
      expect(optionsOf(definition, options)).to.include(options);
    }
    expect(optionsOf(environment, { deleteBeforeReplace: false })).to.include({ retainOnDelete: true });
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

  it("Reserved id: an id that is an output is reserved as soon as it is known", async () => {
    const options = { provider: new Provider("org-c", { token: "token" }) };
    const claim = (id: pulumi.Input<unknown>, name: string) => reserveId(id, cache, name, options);
    expect(await readOutput(claim(pulumi.output("cache-1"), "first") as pulumi.Output<string>)).to.equal("cache-1");
    expect(() => claim("cache-1", "second")).to.throw(pulumi.RunError, 'Cache "first"');
    expect([claim(undefined, "none"), claim(undefined, "none again")]).to.deep.equal([undefined, undefined]);
  });
});
