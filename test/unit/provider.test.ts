import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Provider, type ProviderArgs } from "../../provider/index.js";

describe("An explicit provider", () => {
  let registered: (inputs: Record<string, unknown>) => void;

  before(async () => {
    pulumi.runtime.setAllConfig({
      "apphosting:baseUrl": "https://stack.example.com",
      "apphosting:maxRetries": "2",
    });
    await pulumi.runtime.setMocks({
      newResource({ name, inputs }) {
        registered(inputs);
        return { id: `${name}-id`, state: inputs };
      },
      call: ({ inputs }) => inputs,
    });
  });
  after(() => pulumi.runtime.setAllConfig({}));

  function settings(args: Omit<ProviderArgs, "token">): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      registered = resolve;
      new Provider("other", { token: "token", ...args });
    });
  }

  it("has its own settings as text", async () => {
    const inputs = await settings({
      baseUrl: "https://other.example.com",
      timeoutSeconds: 5,
      fieldNames: { size: "plan" },
    });
    expect(inputs).to.include({
      "apphosting:baseUrl": "https://other.example.com",
      "apphosting:timeoutSeconds": "5",
      "apphosting:maxRetries": "2",
      "apphosting:fieldNames": '{"size":"plan"}',
    });
  });

  for (const token of ["", " ", undefined]) {
    it(`needs a token: ${JSON.stringify(token)} would let the one of the environment in`, () => {
      const args = { token } as ProviderArgs;
      expect(() => new Provider("other", args)).to.throw(pulumi.RunError, 'Provider "other": token is required');
    });
  }

  const nothing: readonly [what: string, baseUrl: pulumi.Input<string | undefined>][] = [
    ["left out", undefined],
    ["empty", ""],
    ["blank", pulumi.output(" ")],
    ["known to be none", pulumi.output<string | undefined>(undefined)],
  ];
  for (const [what, baseUrl] of nothing) {
    it(`takes the stack's setting for one that is ${what}`, async () => {
      expect(await settings({ baseUrl })).to.include({ "apphosting:baseUrl": "https://stack.example.com" });
    });
  }
});
