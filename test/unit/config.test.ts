/** Configuration: where each setting comes from, which values it takes, and what is said of the others. */

import { expect } from "chai";
import * as fc from "fast-check";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { readSettings } from "../../provider/host/config.js";

type Values = Readonly<Record<string, unknown>>;

const complete = { "apphosting:token": "secret-token", "apphosting:baseUrl": "https://api.example.com/v1" };

function read(config: Values, environment: NodeJS.ProcessEnv = {}) {
  return readSettings((key) => config[key], environment);
}

/** The settings and problems when the given values are put over a complete configuration. */
function readWith(config: Values, environment: NodeJS.ProcessEnv = {}) {
  return read({ ...complete, ...config }, environment);
}

describe("Configuration", () => {
  it("needs a token and a base URL, and has defaults for the rest", () => {
    expect(read(complete)).to.deep.equal({
      problems: [],
      settings: {
        token: "secret-token",
        baseUrl: "https://api.example.com/v1",
        timeoutSeconds: 60,
        maxRetries: 4,
        fieldNames: defaultFieldNames,
        allowUnlistedValues: false,
      },
    });
  });

  it("says every problem at once", () => {
    const { problems } = read({
      "apphosting:timeoutSeconds": "soon",
      "apphosting:maxRetries": "-1",
      "apphosting:fieldNames": "size",
      "apphosting:allowUnlistedValues": "yes",
    });
    expect(problems.map((problem) => problem.split(" ")[0])).to.deep.equal([
      "apphosting:token",
      "apphosting:baseUrl",
      "apphosting:timeoutSeconds",
      "apphosting:maxRetries",
      "apphosting:fieldNames",
      "apphosting:allowUnlistedValues",
    ]);
  });

  const commands: readonly [key: string, command: string, malformed: string][] = [
    ["token", "--secret apphosting:token <token>", "two words"],
    ["baseUrl", "apphosting:baseUrl https://<address of the API>", "example.com"],
    ["timeoutSeconds", "apphosting:timeoutSeconds 60", "0"],
    ["maxRetries", "apphosting:maxRetries 4", "many"],
    ["fieldNames", `apphosting:fieldNames '{"size":"<field name>"}'`, "{"],
    ["allowUnlistedValues", "apphosting:allowUnlistedValues true", "maybe"],
  ];
  for (const [key, command, malformed] of commands) {
    it(`says which command sets a malformed ${key} right`, () => {
      const { problems } = readWith({ [`apphosting:${key}`]: malformed });
      expect(problems).to.have.lengthOf(1);
      expect(problems[0]).to.include(`apphosting:${key} must `).and.include(`\`pulumi config set ${command}\``);
    });
  }

  for (const [key, variable] of [
    ["token", "APPHOSTING_TOKEN"],
    ["baseUrl", "APPHOSTING_BASE_URL"],
  ] as const) {
    it(`says which command or variable sets a missing ${key}`, () => {
      const problem = readWith({ [`apphosting:${key}`]: undefined }).problems.join();
      expect(problem).to.include(`apphosting:${key} is not set`).and.include(variable);
      expect(problem).to.match(/`pulumi config set (--secret )?apphosting:/);
    });
  }
});

describe("A setting", () => {
  const environment = {
    APPHOSTING_TOKEN: "from-environment",
    APPHOSTING_BASE_URL: "https://environment.example",
  };

  it("comes from the environment where the stack has none", () => {
    const { settings, problems } = read({}, environment);
    expect(problems).to.deep.equal([]);
    expect(settings).to.include({ token: "from-environment", baseUrl: "https://environment.example" });
  });

  it("comes from the stack rather than from the environment", () => {
    const { settings } = read(complete, environment);
    expect(settings).to.include({ token: "secret-token", baseUrl: "https://api.example.com/v1" });
  });

  for (const empty of ["", "  ", "\n", null, undefined]) {
    it(`that is ${JSON.stringify(empty)} in the stack is unset, and the environment counts`, () => {
      const config = { "apphosting:token": empty, "apphosting:baseUrl": empty };
      expect(read(config, environment).settings).to.include({ token: "from-environment" });
    });

    it(`that is ${JSON.stringify(empty)} everywhere is missing, or has its default`, () => {
      const keys = ["token", "baseUrl", "timeoutSeconds", "maxRetries", "fieldNames", "allowUnlistedValues"];
      const config = Object.fromEntries(keys.map((key) => [`apphosting:${key}`, empty]));
      const variables = { APPHOSTING_TOKEN: empty ?? "", APPHOSTING_BASE_URL: empty ?? "" };
      const { problems, settings } = read(config, variables);
      expect(problems.map((problem) => problem.slice(0, 30))).to.deep.equal([
        "apphosting:token is not set: t",
        "apphosting:baseUrl is not set:",
      ]);
      expect(settings).to.include({ timeoutSeconds: 60, maxRetries: 4, allowUnlistedValues: false });
    });
  }

  it("other than token and base URL does not come from the environment", () => {
    const variables = { APPHOSTING_TIMEOUT_SECONDS: "5", APPHOSTING_MAX_RETRIES: "0" };
    expect(readWith({}, variables).settings).to.include({ timeoutSeconds: 60, maxRetries: 4 });
  });
});

describe("apphosting:token", () => {
  it("loses the line break that copying leaves at its end", () => {
    expect(readWith({ "apphosting:token": "12|abc_DEF-ghi.=+/\r\n" }).settings.token).to.equal("12|abc_DEF-ghi.=+/");
  });

  for (const token of ["first\nsecond", "first second", "tökén", "tab\tbed", "\u0007bell", "日本", "a\u200bb"]) {
    it(`cannot be ${JSON.stringify(token)}, and the problem does not show it`, () => {
      const { problems } = readWith({ "apphosting:token": token });
      expect(problems).to.have.lengthOf(1);
      expect(problems[0])
        .to.match(/^apphosting:token must be ASCII/)
        .and.not.include(token);
    });
  }

  it("stands in no problem, whatever it is and whatever else is wrong", () => {
    // No message has this character, so that to find it is to find the token.
    const token = fc.string({ unit: "binary" }).map((text) => `§${text}`);
    const other = fc.option(fc.string(), { nil: undefined });
    const config = fc.record({
      "apphosting:token": token,
      "apphosting:baseUrl": other,
      "apphosting:timeoutSeconds": other,
      "apphosting:fieldNames": other,
    });
    fc.assert(
      fc.property(config, (values) => {
        fc.pre(!JSON.stringify({ ...values, "apphosting:token": "" }).includes("§"));
        expect(read(values).problems.join()).to.include("apphosting:token must").and.not.include("§");
      }),
      { numRuns: 300 },
    );
  });
});
