import { expect } from "chai";
import { makesRandomNames } from "../../../../provider/resources/registration/autonaming.js";

const type = "pulumi-nodejs:dynamic/apphosting:Environment";
const name = "\u0024{name}";
const verbatim = { mode: "verbatim" };

for (const [what, setting, expected] of [
  ["nothing set", {}, true],
  ["mode default", { mode: "default" }, true],
  ["mode verbatim", verbatim, false],
  ["mode disabled", { mode: "disabled" }, false],
  ["a pattern with hex", { pattern: `${name}-\${hex(7)}` }, true],
  ["a pattern with uuid", { pattern: `${name}-\${uuid}` }, true],
  ["a pattern without a random part", { pattern: `\${project}-${name}` }, false],
  ["the provider's entry over the root", { ...verbatim, providers: { "pulumi-nodejs": { mode: "default" } } }, true],
  ["another provider's entry", { ...verbatim, providers: { aws: { mode: "default" } } }, false],
  [
    "the type's entry over the provider's",
    { providers: { "pulumi-nodejs": { mode: "default", resources: { [type]: verbatim } } } },
    false,
  ],
  [
    "a provider with entries of other types alone",
    { ...verbatim, providers: { "pulumi-nodejs": { resources: {} } } },
    false,
  ],
] as const) {
  it(`pulumi:autonaming, ${what}: names ${expected ? "have" : "have no"} random part`, () => {
    expect(makesRandomNames(setting, type)).to.equal(expected);
  });
}
