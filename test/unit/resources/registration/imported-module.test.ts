import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../../../provider/definitions/cache.js";

it("pulumi-apphosting/plugin: a resource has the plugin's type, the dynamic one as an alias, and no loader; importing both modules is refused", () => {
  const files = ["imported-module", "registration"].map((name) =>
    require.resolve(`../../../../provider/resources/registration/${name}`),
  );
  const kept = files.map((file) => require.cache[file]);
  // New ones, for those of this process have the dynamic provider.
  for (const file of files) delete require.cache[file];
  const [{ noteImport }, { prepareRegistration: prepare }] = files.map((file) => require(file)) as [
    typeof import("../../../../provider/resources/registration/imported-module.js"),
    typeof import("../../../../provider/resources/registration/registration.js"),
  ];
  for (const [index, file] of files.entries()) require.cache[file] = kept[index];
  noteImport("pulumi-apphosting/plugin");
  noteImport("pulumi-apphosting/plugin");
  expect(() => noteImport("pulumi-apphosting")).to.throw(
    pulumi.RunError,
    "This program imports pulumi-apphosting/plugin and pulumi-apphosting, itself or by a library.",
  );
  const args = { cacheId: "cache-1", name: "sessions" };
  const options = { aliases: [{ name: "old" }] };
  const { type, properties, options: own } = prepare(cache, "sessions", args, options);
  const { aliases, retainOnDelete } = own;
  expect([type, retainOnDelete, properties.cacheId]).to.deep.equal(["apphosting:index:Cache", true, "cache-1"]);
  expect(properties).not.to.have.property("__provider");
  expect(aliases).to.deep.equal([{ name: "old" }, { type: "pulumi-nodejs:dynamic/apphosting:Cache" }]);
  expect(prepare(cache, "carts", args).options.aliases).to.have.length(1);
});
