import { expect } from "chai";
import { settingNames } from "../../provider/definitions/settings.js";
import { writeMisspeltWarnings } from "../../provider/resources/misspelt-settings.js";

describe("A name in the stack's configuration", () => {
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
    it(`that is nearly a setting's gets one warning: ${name}`, () => {
      const warning = `apphosting:${name} is no setting and has no effect. Did you mean apphosting:${meant}?`;
      expect(writeMisspeltWarnings([`apphosting:${name}`, "shop:cacheId"], "shop")).to.deep.equal([warning]);
    });
  }

  it("that is a setting's, or nowhere near, or of another package or the project itself, gets no warning", () => {
    const settings = settingNames.map((name) => `apphosting:${name}`);
    const others = ["cacheId", "region", "url", "environments", "time", "base"].map((name) => `apphosting:${name}`);
    const elsewhere = ["shop:maxRetry", "aws:maxRetry", "apphosting-extra:maxRetry"];
    expect(writeMisspeltWarnings([...settings, ...others, ...elsewhere], "shop")).to.deep.equal([]);
    expect(writeMisspeltWarnings(["apphosting:maxRetry"], "apphosting")).to.deep.equal([]);
  });
});
