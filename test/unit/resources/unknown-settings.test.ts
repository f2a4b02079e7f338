import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { settingNames } from "../../../provider/rows/settings.js";
import { mocks } from "../resources.js";

describe("Unknown setting of the stack", () => {
  beforeEach(() => pulumi.runtime.setMocks(mocks, "shop"));
  afterEach(() => {
    mock.restoreAll();
    pulumi.runtime.setAllConfig({});
  });

  /** Returns the warnings of a program with two resources. Each program has its own copy of the package. */
  function listWarnings(...keys: string[]): string[] {
    const warn = mock.method(pulumi.log, "warn", async () => undefined);
    pulumi.runtime.setAllConfig(Object.fromEntries(keys.map((key) => [key, "x"])));
    for (const file of Object.keys(require.cache)) {
      if (/provider[\\/](index|resources)/.test(file)) delete require.cache[file];
    }
    const { Cache } = require("../../../provider/index.js") as typeof import("../../../provider/index.js");
    for (const name of ["first", "second"]) new Cache(name, { cacheId: "cache-1", name: "sessions" });
    return warn.mock.calls.map((call) => String(call.arguments[0]));
  }
  const hasNoEffect = "isn't a setting of pulumi-apphosting, so it has no effect.";

  it("Misspelled apphosting:operation: one warning suggests operations", () => {
    const warnings = listWarnings("apphosting:operation");
    expect(warnings).to.deep.equal([`apphosting:operation ${hasNoEffect} Did you mean operations?`]);
  });

  it("Unknown apphosting:colour: one warning lists all settings", () => {
    const all = ` The settings are ${settingNames.join(", ")}.`;
    expect(listWarnings("apphosting:colour")).to.deep.equal([`apphosting:colour ${hasNoEffect}${all}`]);
  });

  it("Known settings and other namespaces: no warning", () => {
    const keys = settingNames.map((name) => `apphosting:${name}`);
    expect(listWarnings(...keys, "aws:region", "shop:colour")).to.deep.equal([]);
  });

  it("Project named apphosting, whose own keys look alike: no warning", () => {
    pulumi.runtime.setMocks(mocks, "apphosting");
    expect(listWarnings("apphosting:colour")).to.deep.equal([]);
  });
});
