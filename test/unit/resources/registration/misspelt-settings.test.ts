import { expect } from "chai";
import { settingNames } from "../../../../provider/definitions/settings.js";
import { describeMisspeltSettings } from "../../../../provider/resources/registration/misspelt-settings.js";

for (const [name, meant] of [
  ["maxRetry", "maxRetries"],
  ["maxretries", "maxRetries"],
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["timeout", "timeoutSeconds"],
  ["timeoutSecond", "timeoutSeconds"],
  ["fieldName", "fieldNames"],
  ["allowUnlisted", "allowUnlistedValues"],
  ["tokenVar", "tokenVariable"],
  ["Token", "token"],
]) {
  it(`Misspelt setting: one warning for apphosting:${name}`, () => {
    const warning = `apphosting:${name} is no setting and has no effect. Did you mean apphosting:${meant}?`;
    expect(describeMisspeltSettings([`apphosting:${name}`, "shop:cacheId"], "shop")).to.deep.equal([warning]);
  });
}

it("Misspelt setting: no warning for a setting, for a name unlike all settings, and for names of other packages and the project", () => {
  const settings = settingNames.map((name) => `apphosting:${name}`);
  const others = ["cacheId", "region", "url", "environments", "time", "base"].map((name) => `apphosting:${name}`);
  const elsewhere = ["shop:maxRetry", "networking:maxRetry", "apphosting-extra:maxRetry"];
  expect(describeMisspeltSettings([...settings, ...others, ...elsewhere], "shop")).to.deep.equal([]);
  expect(describeMisspeltSettings(["apphosting:maxRetry"], "apphosting")).to.deep.equal([]);
});
