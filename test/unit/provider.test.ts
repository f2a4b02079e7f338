import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Provider, type ProviderSettings } from "../../provider/index.js";

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

  function settings(args: ProviderSettings): Promise<Record<string, unknown>> {
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
