import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Provider, type ProviderArgs } from "../../../provider/index.js";
import { catchFailure, expectRefusal, useMocks } from "../resources.js";

describe("Explicit provider", () => {
  const register = useMocks();
  beforeEach(() => {
    pulumi.runtime.setAllConfig({ "apphosting:baseUrl": "https://stack.example.com", "apphosting:maxRetries": "2" });
  });
  after(() => pulumi.runtime.setAllConfig({}));

  const token = "token";
  const readInputs = async (args: ProviderArgs) => (await register(new Provider("other", args))).inputs;
  const secret = (value: string) => ({ [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value });

  for (const given of [token, pulumi.output(token)]) {
    it(`Provider with a token that is ${typeof given}: registers settings as text, secret if the token's or the stack's`, async () => {
      const args = { token: given, baseUrl: "https://other.example", timeoutSeconds: 5, fieldNames: { size: "plan" } };
      const lists = { operations: pulumi.output(["read", "update"] as const), include: { Environment: ["branch"] } };
      const { type, inputs } = await register(new Provider("other", { ...args, ...lists }));
      expect(type).to.equal("pulumi:providers:pulumi-nodejs");
      expect(inputs).to.deep.equal({
        "apphosting:token": secret("token"),
        "apphosting:baseUrl": "https://other.example",
        "apphosting:timeoutSeconds": "5",
        "apphosting:maxRetries": secret("2"),
        "apphosting:fieldNames": '{"size":"plan"}',
        "apphosting:operations": '["read","update"]',
        "apphosting:include": '{"Environment":["branch"]}',
      });
    });
  }

  for (const [what, baseUrl] of [
    ["left out", undefined],
    ["null", null],
    ["empty", ""],
    ["an output of spaces", pulumi.output(" ")],
  ] as const) {
    it(`Provider whose baseUrl is ${what}: has the stack's, as a secret`, async () => {
      const inputs = await readInputs({ token, baseUrl });
      expect(inputs).to.deep.include({ "apphosting:baseUrl": secret("https://stack.example.com") });
    });
  }

  for (const tokenVariable of ["PRESS_TOKEN", pulumi.output("PRESS_TOKEN")]) {
    it(`Provider with a tokenVariable that is ${typeof tokenVariable}: stores only its name`, async () => {
      const inputs = await readInputs({ tokenVariable, token: null });
      expect(inputs).to.include({ "apphosting:tokenVariable": "PRESS_TOKEN" });
      expect(inputs).not.to.have.property("apphosting:token");
    });
  }

  // @ts-expect-error: both
  const both: ProviderArgs = { token: "press-token", tokenVariable: "PRESS_TOKEN" };
  // @ts-expect-error: neither
  const neither: ProviderArgs = { maxRetries: 1 };
  const needsToken =
    "set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it (letters, digits and _)";
  const isNoName =
    "tokenVariable must be the name of the environment variable that holds the token: letters, digits, and _, not the token itself";
  const settings = "token, baseUrl, timeoutSeconds, maxRetries, fieldNames, operations, include, allowUnlistedValues";
  for (const [what, args, message] of [
    ["both token and tokenVariable", both, needsToken],
    ["neither token nor tokenVariable", neither, needsToken],
    ["no arguments", undefined, needsToken],
    ["null for token and tokenVariable", { token: null, tokenVariable: null }, needsToken],
    ["a token of spaces", { token: " " }, needsToken],
    ["a token as its tokenVariable", { tokenVariable: "PRESS|token" }, isNoName],
    ["a number as its tokenVariable", { tokenVariable: 5 }, isNoName],
    ["a token of two lines", { token: "a\nb" }, "token must be ASCII without spaces or line breaks"],
    ["a misspelled baseUrl", { token, baseURL: "x" }, `baseURL isn't a setting. The settings are ${settings}`],
    ["maxRetries that is no number", { token, maxRetries: "many" }, "maxRetries must be an integer from 0 to 20"],
  ] as const) {
    it(`Provider with ${what}: fails`, () =>
      expectRefusal(() => new Provider("press", args as ProviderArgs), `Provider "press": ${message}`));
  }

  it("Provider: fails once a setting that is an output turns out to be malformed", async () => {
    const args = { token, operations: pulumi.output(["destroy"]) } as unknown as ProviderArgs;
    const inputs: unknown[] = [];
    // Without the input, or the SDK would report the failure to the process.
    const take: pulumi.ResourceTransformation = ({ props, opts }) => {
      inputs.push(props["apphosting:operations"]);
      return { props: { ...props, "apphosting:operations": undefined }, opts };
    };
    await register(new Provider("late", args, { transformations: [take] }));
    expect(await catchFailure(inputs[0])).to.include('Provider "late": operations must be a list of any of read');
  });

  it("Provider: its instance has no settings, so that a closure can't capture the token", () => {
    const names = Object.keys(new Provider("bare", { token }));
    expect(names.filter((name) => name.startsWith("apphosting:"))).to.deep.equal([]);
  });
});
