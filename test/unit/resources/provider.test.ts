import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Provider, type ProviderArgs } from "../../../provider/index.js";
import { useMocks } from "../resources.js";

describe("Explicit provider", () => {
  const register = useMocks();
  beforeEach(() => {
    pulumi.runtime.setAllConfig({ "apphosting:baseUrl": "https://stack.example.com", "apphosting:maxRetries": "2" });
  });
  after(() => pulumi.runtime.setAllConfig({}));

  const inputsOf = async (args: ProviderArgs) => (await register(new Provider("other", args))).inputs;
  const secret = (value: string) => ({ [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value });

  it("Provider: registers as a provider of pulumi-nodejs, with its settings as text", async () => {
    const args = { token: "token", baseUrl: "https://other.example", timeoutSeconds: 5, fieldNames: { size: "plan" } };
    const { type, inputs } = await register(new Provider("other", args));
    expect(type).to.equal("pulumi:providers:pulumi-nodejs");
    expect(inputs).to.deep.include({
      "apphosting:token": secret("token"),
      "apphosting:baseUrl": "https://other.example",
      "apphosting:timeoutSeconds": "5",
      "apphosting:maxRetries": "2",
      "apphosting:fieldNames": '{"size":"plan"}',
    });
  });

  it("Provider: uses the stack's setting if its own is missing, null or empty", async () => {
    for (const baseUrl of [undefined, null, "", pulumi.output(" "), pulumi.output(undefined)]) {
      const inputs = await inputsOf({ token: "token", baseUrl });
      expect(inputs).to.include({ "apphosting:baseUrl": "https://stack.example.com" });
    }
  });

  it("Provider: keeps a setting secret if it's secret in the stack's configuration", async () => {
    const operations = "read,update";
    const stack = { "apphosting:baseUrl": "https://stack.example.com", "apphosting:operations": operations };
    pulumi.runtime.setAllConfig({ ...stack, "apphosting:maxRetries": "2" }, Object.keys(stack));
    for (const maxRetries of [undefined, 3]) {
      expect(await inputsOf({ token: "token", maxRetries })).to.deep.include({
        "apphosting:baseUrl": secret("https://stack.example.com"),
        "apphosting:operations": secret(operations),
        "apphosting:maxRetries": String(maxRetries ?? 2),
      });
    }
    const own = await inputsOf({ token: "token", baseUrl: "https://other.example" });
    expect(own).to.include({ "apphosting:baseUrl": "https://other.example" });
  });

  it("Provider: stores a token as a secret, but only the name of a tokenVariable", async () => {
    expect(await inputsOf({ token: pulumi.output("late") })).to.deep.include({ "apphosting:token": secret("late") });
    for (const tokenVariable of ["PRESS_TOKEN", pulumi.output("PRESS_TOKEN")]) {
      const inputs = await inputsOf({ tokenVariable, token: null });
      expect(inputs).to.include({ "apphosting:tokenVariable": "PRESS_TOKEN" });
      expect(inputs).not.to.have.property("apphosting:token");
    }
  });

  it("Provider: rejects both or neither of token and tokenVariable", () => {
    // @ts-expect-error: both
    const both: ProviderArgs = { token: "press-token", tokenVariable: "PRESS_TOKEN" };
    // @ts-expect-error: neither
    const neither: ProviderArgs = { maxRetries: 1 };
    const nothing = [undefined, { token: null, tokenVariable: null }, { token: " " }, { tokenVariable: "" }];
    const noName = ["PRESS|token", "12", 5].map((tokenVariable) => ({ tokenVariable }));
    const says =
      'Provider "press": set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it (letters, digits and _)';
    for (const args of [both, neither, ...nothing, ...noName]) {
      expect(() => new Provider("press", args as ProviderArgs)).to.throw(pulumi.RunError, says);
    }
  });

  it("Provider: rejects an unknown setting, such as a misspelled baseUrl, in JavaScript", () => {
    const args = { token: "token", baseURL: "https://other.example" };
    expect(() => new Provider("press", args)).to.throw(
      pulumi.RunError,
      `Provider "press": baseURL isn't a setting. The settings are token, tokenVariable, baseUrl, timeoutSeconds,`,
    );
  });

  it("Provider: registers operations and include as JSON", async () => {
    const include = { Environment: ["branch"] };
    for (const operations of [["read", "update"] as const, pulumi.output(["read", "update"] as const)]) {
      expect(await inputsOf({ token: "token", operations, include })).to.include({
        "apphosting:operations": '["read","update"]',
        "apphosting:include": '{"Environment":["branch"]}',
      });
    }
  });

  it("Provider: rejects an unknown operation and shows the command", () => {
    const args = { token: "token", operations: ["read", "destroy"] } as unknown as ProviderArgs;
    expect(() => new Provider("press", args)).to.throw(
      pulumi.RunError,
      'Provider "press": operations must be a list of any of read, update, and delete. Run `pulumi config set',
    );
  });

  it("Provider: its instance has no settings, so that a closure can't capture the token", () => {
    const names = Object.keys(new Provider("bare", { token: "token" }));
    expect(names.filter((name) => name.startsWith("apphosting:"))).to.deep.equal([]);
  });

  it("Provider: accepts null options, but rejects arguments that are a single output", async () => {
    const none = null as unknown as pulumi.ResourceOptions;
    expect((await register(new Provider("bare", { token: "token" }, none))).name).to.equal("bare");
    const late = pulumi.output({ token: "token" }) as unknown as ProviderArgs;
    const says = 'Provider "late": its arguments are a single output or promise. Pass an object: ';
    expect(() => new Provider("late", late)).to.throw(pulumi.RunError, says);
  });
});
