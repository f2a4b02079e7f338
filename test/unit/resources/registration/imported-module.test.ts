import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../../../provider/definitions/cache.js";
import { noteImport } from "../../../../provider/resources/registration/imported-module.js";
import { prepareRegistration as prepare } from "../../../../provider/resources/registration/registration.js";

const importedKey = Symbol.for("pulumi-apphosting.imported");
const shared = globalThis as { [importedKey]?: string | undefined };

describe("Imported module", () => {
  // Other tests of this process import the dynamic provider.
  const before = shared[importedKey];
  beforeEach(() => {
    delete shared[importedKey];
  });
  afterEach(() => {
    shared[importedKey] = before;
  });

  it("Imported module: a program that imports both, itself or by a library, is refused", () => {
    noteImport("pulumi-apphosting/plugin");
    noteImport("pulumi-apphosting/plugin");
    expect(() => noteImport("pulumi-apphosting")).to.throw(
      pulumi.RunError,
      "This program imports pulumi-apphosting/plugin and pulumi-apphosting, itself or by a library.",
    );
  });

  it("pulumi-apphosting/plugin: a resource has the plugin's type, the dynamic one as an alias, and no loader", () => {
    noteImport("pulumi-apphosting/plugin");
    const args = { cacheId: "cache-1", name: "sessions" };
    const options = { aliases: [{ name: "old" }] };
    const { type, properties, options: own } = prepare(cache, "sessions", args, options);
    const { aliases, retainOnDelete } = own;
    expect([type, retainOnDelete, properties.cacheId]).to.deep.equal(["apphosting:index:Cache", true, "cache-1"]);
    expect(properties).not.to.have.property("__provider");
    expect(aliases).to.deep.equal([{ name: "old" }, { type: "pulumi-nodejs:dynamic/apphosting:Cache" }]);
    expect(prepare(cache, "carts", args).options.aliases).to.have.length(1);
  });
});
