/** The settings of the plugin's provider, explicit or the default one. */

import { expect } from "chai";
import { unknownValue } from "../../provider/host/changes.js";
import { changedSettings, settingProblems } from "../../provider/plugin/settings.js";
import { secret } from "./plugin-secret.js";

describe("The settings of the plugin's provider", () => {
  const given = { token: secret("t"), baseUrl: "https://api.example.com" };
  const explicit = "urn:pulumi:dev::shop::pulumi:providers:apphosting::press";
  const byDefault = "urn:pulumi:dev::shop::pulumi:providers:apphosting::default_0_2_0";

  it("are refused where one is wrong or unknown; of the stack's configuration, others are none of its business", () => {
    expect(settingProblems(explicit, given, {})).to.deep.equal([]);
    expect(settingProblems(byDefault, { ...given, tokn: "x" }, {})).to.deep.equal([]);
    expect(settingProblems(explicit, { ...given, tokn: "x" }, {}).join()).to.match(
      /^tokn is no setting; the settings are token,/,
    );
    expect(settingProblems(explicit, { ...given, maxRetries: 99 }, {}).join()).to.match(
      /^apphosting:maxRetries must be/,
    );
    expect(settingProblems(byDefault, {}, {})).to.have.length(2);
  });

  it("count as changed by their values, under either way's names; one that is unknown waits for `up`", () => {
    const dynamic = { "apphosting:token": secret("t"), "apphosting:baseUrl": given.baseUrl };
    expect(changedSettings(dynamic, { ...given, version: "0.2.0" })).to.deep.equal([]);
    expect(changedSettings(dynamic, { ...given, token: secret("u"), maxRetries: 1 })).to.deep.equal([
      "token",
      "maxRetries",
    ]);
    expect(settingProblems(explicit, { token: unknownValue, baseUrl: "x" }, {})).to.deep.equal([]);
  });
});
