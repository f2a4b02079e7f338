import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { settingNames } from "../../../provider/definitions/settings.js";
import { describeUnknownSettings } from "../../../provider/resources/installation.js";
import { mocks } from "../resources.js";

describe("Unknown setting of the stack", () => {
  before(() => pulumi.runtime.setMocks(mocks, "shop"));
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    pulumi.runtime.setMocks(mocks, "shop");
  });

  const describe = (...names: string[]) => {
    pulumi.runtime.setAllConfig(Object.fromEntries(names.map((name) => [name, "x"])));
    return describeUnknownSettings();
  };

  it("Unknown setting: a line names the key and the settings that begin alike, or else all of them", () => {
    const says = (name: string) => `apphosting:${name} isn't a setting of pulumi-apphosting, so it has no effect.`;
    expect(describe("apphosting:operation", "apphosting:BASE_URL", "apphosting:colour")).to.deep.equal([
      `${says("operation")} Did you mean operations?`,
      `${says("BASE_URL")} Did you mean baseUrl?`,
      `${says("colour")} The settings are ${settingNames.join(", ")}.`,
    ]);
  });

  it("Unknown setting: none among the settings, keys of another namespace, and the keys of a project that is called apphosting", () => {
    expect(describe(...settingNames.map((name) => `apphosting:${name}`), "aws:region", "shop:colour")).to.deep.equal(
      [],
    );
    pulumi.runtime.setMocks(mocks, "apphosting");
    expect(describe("apphosting:colour")).to.deep.equal([]);
  });
});
