/** The explicit provider, and the caches that it or a program has. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../provider/definitions/cache.js";
import { environment } from "../../provider/definitions/environment.js";
import { Application, Cache, Provider, type ProviderArgs } from "../../provider/index.js";
import { prepareRegistration } from "../../provider/resources/api-resource.js";
import { reserveId } from "../../provider/resources/reserved-ids.js";
import { mocks, readOutput, useMocks } from "./resources.js";

describe("An explicit provider", () => {
  const register = useMocks();
  beforeEach(() => {
    pulumi.runtime.setAllConfig({ "apphosting:baseUrl": "https://stack.example.com", "apphosting:maxRetries": "2" });
  });
  after(() => pulumi.runtime.setAllConfig({}));

  const inputsOf = async (args: ProviderArgs) => (await register(new Provider("other", args))).inputs;
  const secret = (value: string) => ({ [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value });

  it("is one of Pulumi's for dynamic resources, with its own settings as text", async () => {
    const args = { token: "token", baseUrl: "https://other.example", timeoutSeconds: 5, fieldNames: { size: "plan" } };
    const { type, inputs } = await register(new Provider("other", args));
    expect(type).to.equal("pulumi:providers:pulumi-nodejs");
    expect(inputs).to.deep.include({
      "apphosting:token": secret("token"),
      "apphosting:baseUrl": "https://other.example",
      "apphosting:timeoutSeconds": "5",
      "apphosting:maxRetries": "2",
      "apphosting:fieldNames": '{"size":"plan"}',
    });
  });

  it("takes the stack's setting for one that is left out, null or empty", async () => {
    for (const baseUrl of [undefined, null, "", pulumi.output(" "), pulumi.output(undefined)]) {
      const inputs = await inputsOf({ token: "token", baseUrl });
      expect(inputs).to.include({ "apphosting:baseUrl": "https://stack.example.com" });
    }
  });

  it("keeps a setting that is secret in the stack's configuration a secret, and no other", async () => {
    const operations = '{"Cache":"GET /caches/{id}"}';
    const stack = { "apphosting:baseUrl": "https://stack.example.com", "apphosting:operations": operations };
    pulumi.runtime.setAllConfig({ ...stack, "apphosting:maxRetries": "2" }, Object.keys(stack));
    for (const maxRetries of [undefined, 3]) {
      expect(await inputsOf({ token: "token", maxRetries })).to.deep.include({
        "apphosting:baseUrl": secret("https://stack.example.com"),
        "apphosting:operations": secret(operations),
        "apphosting:maxRetries": String(maxRetries ?? 2),
      });
    }
    const own = await inputsOf({ token: "token", baseUrl: "https://other.example" });
    expect(own).to.include({ "apphosting:baseUrl": "https://other.example" });
  });

  it("keeps a token that is known later as a secret, too, and of a tokenVariable the name alone", async () => {
    expect(await inputsOf({ token: pulumi.output("late") })).to.deep.include({ "apphosting:token": secret("late") });
    for (const tokenVariable of ["PRESS_TOKEN", pulumi.output("PRESS_TOKEN")]) {
      const inputs = await inputsOf({ tokenVariable, token: null });
      expect(inputs).to.include({ "apphosting:tokenVariable": "PRESS_TOKEN" });
      expect(inputs).not.to.have.property("apphosting:token");
    }
  });

  it("has exactly one of token and tokenVariable", () => {
    // @ts-expect-error: both
    const both: ProviderArgs = { token: "press-token", tokenVariable: "PRESS_TOKEN" };
    // @ts-expect-error: neither
    const neither: ProviderArgs = { maxRetries: 1 };
    const nothing = [undefined, { token: null, tokenVariable: null }, { token: " " }, { tokenVariable: "" }];
    const noName = ["PRESS|token", "12", 5].map((tokenVariable) => ({ tokenVariable }));
    const says =
      'Provider "press": set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it (letters, digits and _)';
    for (const args of [both, neither, ...nothing, ...noName]) {
      expect(() => new Provider("press", args as ProviderArgs)).to.throw(pulumi.RunError, says);
    }
  });

  it("has no other settings, in JavaScript either: its token would go to the stack's address", () => {
    const args = { token: "token", baseURL: "https://other.example" };
    expect(() => new Provider("press", args)).to.throw(
      pulumi.RunError,
      'Provider "press": baseURL is no setting; the settings are token, tokenVariable, baseUrl, timeoutSeconds,',
    );
  });

  it("in JavaScript may have options of null, and has no arguments that are one output", async () => {
    const none = null as unknown as pulumi.ResourceOptions;
    expect((await register(new Provider("bare", { token: "token" }, none))).name).to.equal("bare");
    const late = pulumi.output({ token: "token" }) as unknown as ProviderArgs;
    expect(() => new Provider("late", late)).to.throw(pulumi.RunError, 'Provider "late": its arguments are one output');
  });
});

const args = { cacheId: "cache-1", name: "sessions" };

describe("A cache", () => {
  const register = useMocks();

  it("belongs to one resource of a provider, also of the one that a parent has, as does what is recorded", async () => {
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
    const recorded = { name: "Web shop", sourceControlProvider: "hostA", existingId: "app-1" };
    const application = (name: string) => new Application(name, recorded, { provider });
    application("web");
    const twice = 'Application "twice": Application "web" of this program has the same existingId.';
    expect(() => application("twice")).to.throw(pulumi.RunError, twice);
  });

  it("is claimed as soon as its id is known", async () => {
    const options = { provider: new Provider("org-c", { token: "token" }) };
    const claim = (id: pulumi.Input<unknown>, name: string) => reserveId(id, cache, name, options);
    expect(await readOutput(claim(pulumi.output("cache-1"), "first") as pulumi.Output<string>)).to.equal("cache-1");
    expect(() => claim("cache-1", "second")).to.throw(pulumi.RunError, 'Cache "first"');
    expect([claim(undefined, "none"), claim(undefined, "none again")]).to.deep.equal([undefined, undefined]);
  });

  it("has its id in a preview, also one that a transformation sets, and in an update what the engine knows", async () => {
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
      const { id } = new Cache("adopted", args, { transformations: [...transformations] });
      expect(await readOutput(id)).to.equal(expected);
    }
  });

  it("takes plain values as triggers alone, where the program knows them: the engine sees no change of others", () => {
    const withTrigger = (value: unknown, name = "plain") =>
      new Cache(name, { ...args, cacheId: name, triggers: [value] });
    for (const [value, says] of [
      [new Date(0), "triggers.0 is a Date, whose changes the engine does not see.*: toISOString\\(\\) of the date\\.$"],
      [{ at: [new Map()] }, "triggers.0.at.0 is a Map, .*or a list or an object of these\\.$"],
      [new (class Version {})(), "triggers.0 is a Version, "],
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

it("With the plugin, a resource has its type, the dynamic one as an alias, and no loader; a program cannot import both", () => {
  const files = ["imported-module", "api-resource"].map((name) => require.resolve(`../../provider/resources/${name}`));
  const kept = files.map((file) => require.cache[file]);
  // New ones, for those of this process have the dynamic provider.
  for (const file of files) delete require.cache[file];
  const [{ noteImport }, { prepareRegistration: prepare }] = files.map((file) => require(file)) as [
    typeof import("../../provider/resources/imported-module.js"),
    typeof import("../../provider/resources/api-resource.js"),
  ];
  for (const [index, file] of files.entries()) require.cache[file] = kept[index];
  noteImport("pulumi-apphosting/plugin");
  noteImport("pulumi-apphosting/plugin");
  expect(() => noteImport("pulumi-apphosting")).to.throw(
    pulumi.RunError,
    "This program imports pulumi-apphosting/plugin and pulumi-apphosting, itself or by a library.",
  );
  const options = { aliases: [{ name: "old" }] };
  const { type, properties, options: own } = prepare(cache, "sessions", args, options);
  const { aliases, retainOnDelete } = own;
  expect([type, retainOnDelete, properties.cacheId]).to.deep.equal(["apphosting:index:Cache", true, "cache-1"]);
  expect(properties).not.to.have.property("__provider");
  expect(aliases).to.deep.equal([{ name: "old" }, { type: "pulumi-nodejs:dynamic/apphosting:Cache" }]);
  expect(prepare(cache, "carts", args).options.aliases).to.have.length(1);
});

describe("retainOnDelete: false", () => {
  before(() => pulumi.runtime.setMocks(mocks));
  afterEach(() => pulumi.runtime.setAllConfig({}));

  const named = { Environment: "GET, DELETE /environments/{id}" };
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const optionsOf = (options: pulumi.CustomResourceOptions, more: object = {}) =>
    prepareRegistration(environment, "test", { ...inputs, ...more }, options).options;
  const refused = 'Environment "test": retainOnDelete: false cannot work, for';

  it("is handed to the engine where DELETE is named for the class, and true is wherever it is left out", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    expect(optionsOf({ retainOnDelete: false })).to.include({ retainOnDelete: false });
    for (const options of [{}, { retainOnDelete: true }]) {
      expect(optionsOf(options)).to.include({ retainOnDelete: true });
    }
  });

  it("is refused where DELETE is not named for the class, with the command that names it", () => {
    for (const operations of ["", "{", '{"Environment":"GET /e/{id}"}', '{"Application":"GET, DELETE /a/{id}"}']) {
      pulumi.runtime.setAllConfig({ "apphosting:operations": operations });
      expect(() => optionsOf({ retainOnDelete: false })).to.throw(
        pulumi.RunError,
        `${refused} the API has no operation that deletes. Leave it out: the resource is then retained when it leaves the stack. If your API has one, name it: \`pulumi config set --path apphosting:operations.Environment 'GET, PATCH, DELETE /environments/{id}'\``,
      );
    }
  });

  it("is refused beside existingId, of what the stack has not created", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    for (const existingId of ["env-1", pulumi.output("env-1")]) {
      expect(() => optionsOf({ retainOnDelete: false }, { existingId })).to.throw(
        pulumi.RunError,
        `${refused} existingId names what the stack has not created.`,
      );
    }
    expect(optionsOf({ retainOnDelete: false }, { existingId: null })).to.include({ retainOnDelete: false });
  });

  it("counts the operations of the explicit provider that the resource has, itself or by its parent", () => {
    const withOperations = (name: string, operations?: ProviderArgs["operations"]) =>
      new Provider(name, { token: "token", operations });
    const own = withOperations("own", named);
    const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { providers: [own] });
    for (const options of [{ provider: own }, { parent }]) {
      expect(optionsOf({ ...options, retainOnDelete: false })).to.include({ retainOnDelete: false });
    }
    for (const provider of [withOperations("none"), withOperations("late", pulumi.output(named))]) {
      expect(() => optionsOf({ provider, retainOnDelete: false })).to.throw(pulumi.RunError, refused);
    }
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    const fromStack = withOperations("from-stack");
    expect(optionsOf({ provider: fromStack, retainOnDelete: false })).to.include({ retainOnDelete: false });
  });
});
