/** `tokenVariable`: the name of an environment variable in place of the token, from the program to the host. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { readSettings } from "../../provider/host/config.js";
import { Provider, type ProviderArgs } from "../../provider/index.js";

/** The settings of a host process whose provider has these inputs. */
function read(inputs: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv) {
  const config: Readonly<Record<string, string>> = { baseUrl: "https://api.example.com", ...inputs };
  return readSettings((key) => config[key.replace("apphosting:", "")], environment);
}

describe("A host whose provider has a tokenVariable", () => {
  const others = { APPHOSTING_TOKEN: "other-token" };

  it("reads the token from it, without the line break at its end, and from nowhere else", () => {
    const { settings, problems } = read(
      { token: "other-token", tokenVariable: "PRESS_TOKEN" },
      { ...others, PRESS_TOKEN: "press-token\n" },
    );
    expect(problems).to.deep.equal([]);
    expect(settings.token).to.equal("press-token");
  });

  for (const value of [undefined, "", " \n"]) {
    it(`that is ${JSON.stringify(value)} names it, and takes no other token in its place`, () => {
      const { settings, problems } = read({ tokenVariable: "PRESS_TOKEN" }, { ...others, PRESS_TOKEN: value });
      expect(settings.token).to.equal(undefined);
      expect(problems).to.deep.equal([
        "the environment variable PRESS_TOKEN is not set: the API token from the provider's web console. tokenVariable of the explicit Provider names it: set it where Pulumi runs",
      ]);
    });
  }

  it("that is malformed names it, and not its value", () => {
    const { problems } = read({ tokenVariable: "PRESS_TOKEN" }, { PRESS_TOKEN: "press token" });
    expect(problems).to.deep.equal([
      "the environment variable PRESS_TOKEN must be ASCII without spaces or line breaks: it looks as if more than the token was copied. tokenVariable of the explicit Provider names it: set it where Pulumi runs",
    ]);
  });
});

describe("An explicit provider has exactly one of token and tokenVariable", () => {
  const message =
    'Provider "press": state either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it (letters, digits and _)';
  let registered: (inputs: Record<string, unknown>) => void = () => {};

  before(() =>
    pulumi.runtime.setMocks({
      newResource({ name, inputs }) {
        registered(inputs);
        return { id: `${name}-id`, state: inputs };
      },
      call: ({ inputs }) => inputs,
    }),
  );

  for (const tokenVariable of ["PRESS_TOKEN", pulumi.output("PRESS_TOKEN")]) {
    it(`which hands over a name alone, and no token of the stack: ${typeof tokenVariable}`, async () => {
      const inputs = await new Promise((resolve) => {
        registered = resolve;
        new Provider("press", { tokenVariable, token: null });
      });
      expect(inputs).to.deep.equal({ "apphosting:tokenVariable": "PRESS_TOKEN" });
    });
  }

  // As the compiler sees them, each is a mistake.
  const mistakes: readonly [what: string, args: unknown][] = [
    ["both", { token: "press-token", tokenVariable: "PRESS_TOKEN" }],
    ["none", {}],
    ["no arguments", undefined],
    ["nulls", { token: null, tokenVariable: null }],
    ["an empty token", { token: " " }],
    ["an empty name", { tokenVariable: "" }],
    ["a token in place of a name", { tokenVariable: "12|press-token" }],
    ["a number", { tokenVariable: 5 }],
  ];
  for (const [what, args] of mistakes) {
    it(`and refuses ${what}, without a value`, () => {
      expect(() => new Provider("press", args as ProviderArgs)).to.throw(pulumi.RunError, message);
    });
  }

  it("also for the compiler", () => {
    // @ts-expect-error: both
    const both: ProviderArgs = { token: "press-token", tokenVariable: "PRESS_TOKEN" };
    // @ts-expect-error: neither
    const neither: ProviderArgs = { maxRetries: 1 };
    expect([both, neither]).to.have.length(2);
  });
});
