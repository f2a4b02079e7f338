import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { application } from "../../../../provider/definitions/application.js";
import { cache } from "../../../../provider/definitions/cache.js";
import { environment } from "../../../../provider/definitions/environment.js";
import { Application, Provider, type ProviderArgs } from "../../../../provider/index.js";
import { prepareRegistration } from "../../../../provider/resources/registration/registration.js";
import { mocks } from "../../resources.js";

describe("retainOnDelete: false", () => {
  before(() => pulumi.runtime.setMocks(mocks));
  afterEach(() => pulumi.runtime.setAllConfig({}));

  const named = { Environment: "GET, DELETE /environments/{id}" };
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const optionsOf = (options: pulumi.CustomResourceOptions, more: object = {}) =>
    prepareRegistration(environment, "test", { ...inputs, ...more }, options).options;
  const refused = 'Environment "test": retainOnDelete: false cannot work, for';

  it("retainOnDelete: false is handed to the engine where DELETE is named for the class; left out, it is true", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    expect(optionsOf({ retainOnDelete: false })).to.include({ retainOnDelete: false });
    for (const options of [{}, { retainOnDelete: true }]) {
      expect(optionsOf(options)).to.include({ retainOnDelete: true });
    }
  });

  it("retainOnDelete: false is refused where DELETE is not named for the class, with the command that names it", () => {
    for (const operations of ["", "{", '{"Environment":"GET /e/{id}"}', '{"Application":"GET, DELETE /a/{id}"}']) {
      pulumi.runtime.setAllConfig({ "apphosting:operations": operations });
      expect(() => optionsOf({ retainOnDelete: false })).to.throw(
        pulumi.RunError,
        `${refused} the API has no operation that deletes. Leave it out: the resource is then retained when it leaves the stack. If your API has one, name it: \`pulumi config set --path apphosting:operations.Environment 'GET, PATCH, DELETE /environments/{id}'\``,
      );
    }
  });

  it("retainOnDelete: false is refused beside existingId, because the stack has not created the resource", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    for (const existingId of ["env-1", pulumi.output("env-1")]) {
      expect(() => optionsOf({ retainOnDelete: false }, { existingId })).to.throw(
        pulumi.RunError,
        `${refused} existingId names what the stack has not created.`,
      );
    }
    expect(optionsOf({ retainOnDelete: false }, { existingId: null })).to.include({ retainOnDelete: false });
  });

  it("retainOnDelete: false is refused where the operations of an explicit provider are an output, whose value is known too late", () => {
    for (const [index, operations] of [pulumi.output(named), Promise.resolve(named)].entries()) {
      const provider = new Provider(`late-${index}`, { token: "token", operations });
      expect(() => optionsOf({ provider, retainOnDelete: false }))
        .to.throw(pulumi.RunError, `${refused} the operations of its Provider are an output or a promise`)
        .and.have.property("message")
        .that.does.not.include("pulumi config");
    }
  });

  it("retainOnDelete: false is refused beside deletedWith an application, which is never deleted", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA" });
    const stack = new pulumi.ComponentResource("test:index:Stack", "stack");
    expect(() => optionsOf({ deletedWith: shop, retainOnDelete: false })).to.throw(
      pulumi.RunError,
      `${refused} its deletedWith is of class Application, which is never deleted, so that the engine would never delete this either.`,
    );
    for (const options of [{ deletedWith: stack, retainOnDelete: false }, { deletedWith: shop }]) optionsOf(options);
  });

  it("retainOnDelete: false of an application is refused, also where DELETE is named for it", () => {
    const operations = { Application: "GET, DELETE /applications/{id}" };
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(operations) });
    expect(() => prepareRegistration(application, "test", {}, { retainOnDelete: false })).to.throw(
      pulumi.RunError,
      'Application "test": retainOnDelete: false cannot work, for no application is ever deleted: the API may delete every environment with it',
    );
  });

  it("retainOnDelete: false is allowed by the operations of an explicit provider, also of the parent's", () => {
    const withOperations = (name: string, operations?: ProviderArgs["operations"]) =>
      new Provider(name, { token: "token", operations });
    const own = withOperations("own", named);
    const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { providers: [own] });
    for (const options of [{ provider: own }, { parent }]) {
      expect(optionsOf({ ...options, retainOnDelete: false })).to.include({ retainOnDelete: false });
    }
    expect(() => optionsOf({ provider: withOperations("none"), retainOnDelete: false })).to.throw(
      pulumi.RunError,
      `${refused} the API has no operation that deletes.`,
    );
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    const fromStack = withOperations("from-stack");
    expect(optionsOf({ provider: fromStack, retainOnDelete: false })).to.include({ retainOnDelete: false });
  });

  it("deleteBeforeReplace is refused for what is retained, unless a PATCH adopts it again", () => {
    pulumi.runtime.setAllConfig({ "apphosting:operations": JSON.stringify(named) });
    const isOn = { deleteBeforeReplace: true };
    for (const definition of [application, environment]) {
      expect(() => prepareRegistration(definition, "test", inputs, isOn)).to.throw(
        pulumi.RunError,
        `${definition.names.class} "test": deleteBeforeReplace cannot work, for the resource is retained`,
      );
    }
    expect(prepareRegistration(cache, "test", { cacheId: "cache-1" }, isOn).options).to.include(isOn);
    expect(optionsOf({ ...isOn, retainOnDelete: false })).to.include(isOn);
    expect(optionsOf({ deleteBeforeReplace: false })).to.include({ retainOnDelete: true });
  });
});
