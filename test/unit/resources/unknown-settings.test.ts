import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { settingNames } from "../../../provider/definitions/settings.js";
import { describeUnsupportedSettings, findNodeProblem } from "../../../provider/resources/installation.js";
import { mocks } from "../resources.js";

describe("Unknown setting of the stack", () => {
  before(() => pulumi.runtime.setMocks(mocks, "shop"));
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    pulumi.runtime.setMocks(mocks, "shop");
  });

  const describe = (...names: string[]) => {
    pulumi.runtime.setAllConfig(Object.fromEntries(names.map((name) => [name, "x"])));
    return describeUnsupportedSettings();
  };

  it("Unknown setting: the warning suggests a similar setting or lists all of them", () => {
    const says = (name: string) => `apphosting:${name} isn't a setting of pulumi-apphosting, so it has no effect.`;
    expect(describe("apphosting:operation", "apphosting:maxRetrys", "apphosting:colour")).to.deep.equal([
      `${says("operation")} Did you mean operations?`,
      `${says("maxRetrys")} Did you mean maxRetries?`,
      `${says("colour")} The settings are ${settingNames.join(", ")}.`,
    ]);
  });

  it("Unknown setting: other namespaces and a project named apphosting cause no warning", () => {
    expect(describe(...settingNames.map((name) => `apphosting:${name}`), "aws:region", "shop:colour")).to.deep.equal(
      [],
    );
    pulumi.runtime.setMocks(mocks, "apphosting");
    expect(describe("apphosting:colour")).to.deep.equal([]);
  });
});

it("Node before 20: the error names both versions", () => {
  const problem = "pulumi-apphosting needs Node 20 or later, but Pulumi runs Node 18.20.4. Install a later version.";
  expect(findNodeProblem("18.20.4")).to.equal(problem);
  for (const version of ["20.0.0", "22.18.0", "26.1.0"]) expect(findNodeProblem(version), version).to.equal(undefined);
});
