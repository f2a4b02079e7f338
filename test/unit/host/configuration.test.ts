import { expect } from "chai";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { parseSettings } from "../../../provider/host/configuration.js";
import { resources } from "../documented-resources.js";

type Values = Readonly<Record<string, unknown>>;

function read(config: Values, environment: NodeJS.ProcessEnv = {}) {
  return parseSettings((key) => config[key.replace(/^apphosting:/, "")], environment);
}

const complete = { token: "secret-token", baseUrl: "https://api.example.com/v1" };
const readWith = (config: Values, environment?: NodeJS.ProcessEnv) => read({ ...complete, ...config }, environment);

function problemOf(key: string, value: unknown): string {
  const { mistakes } = readWith({ [key]: value });
  expect(mistakes, JSON.stringify(value)).to.have.lengthOf(1);
  return String(mistakes);
}

const defaults = {
  ...{ timeoutSeconds: 60, maxRetries: 4, fieldNames: defaultFieldNames },
  ...{ operations: [], include: {}, allowUnlistedValues: false },
};

const classes = resources.map(({ documented }) => documented.className);
const listsRelationships = `must be a JSON object with any of the keys ${classes.join(", ")}, each set to a list of relationship names`;
const namesFields = `must be a JSON object with any of the keys ${Object.keys(defaultFieldNames).join(", ")}, each set to a field name`;

it("Configuration: reports every mistake at once, each with the command that corrects it", () => {
  const malformed = {
    ...{ timeoutSeconds: "soon", maxRetries: "-1", fieldNames: "{", allowUnlistedValues: "yes" },
    ...{ operations: '{"Cache":"GET /caches/{id}"}', include: "branch" },
  };
  const set = (value: string) => `Run \`pulumi config set ${value}\``;
  const correct = (key: string, value: string) =>
    `${set(`apphosting:${key} ${value}`)}, or set the ${key} of an explicit Provider`;
  const setToken = "Set APPHOSTING_TOKEN in the environment, run `pulumi config set --secret apphosting:token <token>`";
  const setBaseUrl = set("apphosting:baseUrl https://<address of the API>");
  expect(read(malformed).mistakes).to.deep.equal([
    `apphosting:token is required: the API token from the provider's web console. ${setToken}, or set the token of an explicit Provider`,
    `apphosting:baseUrl is required: the API's address. ${setBaseUrl}, set APPHOSTING_BASE_URL in the environment, or set the baseUrl of an explicit Provider`,
    `apphosting:timeoutSeconds must be an integer from 1 to 3600. ${correct("timeoutSeconds", "60")}`,
    `apphosting:maxRetries must be an integer from 0 to 20. ${correct("maxRetries", "4")}`,
    `apphosting:fieldNames ${namesFields}. ${correct("fieldNames", `'{"sourceControlProvider":"<field name>"}'`)}`,
    `apphosting:operations must be a list of any of read, update, and delete. ${correct("operations", "read,update,delete")}`,
    `apphosting:include ${listsRelationships}. ${correct("include", `'{"${classes[0]}":["<relationship>"]}'`)}`,
    `apphosting:allowUnlistedValues must be true or false. ${correct("allowUnlistedValues", "false")}`,
  ]);
  expect(problemOf("token", "two words")).to.include(
    `: you may have copied more than the token. ${setToken}, or set the token`,
  );
  expect(problemOf("baseUrl", "example.com")).to.include(`. ${setBaseUrl}, set APPHOSTING_BASE_URL`);
});

it("Configuration: the stack overrides the environment, and empty values count as unset", () => {
  const environment = { APPHOSTING_TOKEN: "from-environment", APPHOSTING_BASE_URL: "https://environment.example" };
  expect(read(complete, environment).values).to.include(complete);
  for (const empty of ["", "  ", "\n", null]) {
    const stack = Object.fromEntries(Object.keys({ ...complete, ...defaults }).map((key) => [key, empty]));
    const settings = { token: "from-environment", baseUrl: "https://environment.example", ...defaults };
    expect(read(stack, environment)).to.deep.equal({ mistakes: [], values: settings });
    const { mistakes } = read(stack, { APPHOSTING_TOKEN: empty ?? "", APPHOSTING_BASE_URL: empty ?? "" });
    const unset = ["apphosting:token is required", "apphosting:baseUrl is required"];
    expect(mistakes.map((mistake) => mistake.split(":", 2).join(":"))).to.deep.equal(unset);
  }
});

it("Configuration: a structured value equals its JSON", () => {
  for (const [key, value] of Object.entries({ operations: ["read"], include: { Cache: ["x"] }, maxRetries: 2 })) {
    expect(readWith({ [key]: value }), key).to.deep.equal(readWith({ [key]: JSON.stringify(value) }));
    expect(readWith({ [key]: value }).values).to.deep.include({ [key]: value });
  }
});

it("Configuration: only the token and the base URL come from the environment", () => {
  expect(readWith({}, { APPHOSTING_MAX_RETRIES: "0", undefined: "5" }).values).to.deep.include(defaults);
});

const words = (text: string) => text.split(" ");
const asTheyAre = (text: string) => Object.fromEntries(words(text).map((value) => [value, value]));

type Setting = readonly [taken: Values, refused: Readonly<Record<string, readonly unknown[]>>];
const table: Readonly<Record<string, Setting>> = {
  token: [
    asTheyAre("12|abc"),
    {
      "must be ASCII without spaces or line breaks": ["q\nq", "q q", "qö", "q\tq", "\u0007q", "q日本", "q\u200bb"],
    },
  ],
  baseUrl: [
    {
      ...asTheyAre("https://api.example.com https://203.0.113.7 HTTPS://API.EXAMPLE.COM"),
      ...asTheyAre("http://127.0.0.1:4010/api http://127.255.255.254 http://LOCALHOST:4010 http://[::1]:4010/api"),
      "https://api.example.com/": "https://api.example.com",
      "https://api.example.com:8443/v1///": "https://api.example.com:8443/v1",
      "  https://api.example.com\n": "https://api.example.com",
    },
    {
      "must be an address such as https://api.example.com/v1": words("api.example.com /v1 https://"),
      "must start with https://; plain http is only allowed for this machine (127.0.0.1)": words(
        "localhost:4010 ftp://api.example.com ftp://localhost file:///etc/passwd http://api.example.com http://127.0.0.1.evil.com http://localhost.evil.com http://evil.com/127.0.0.1 http://x.127.0.0.1.evil http://evil-localhost http://10.0.0.1 http://0.0.0.0 http://[::2]",
      ),
      "can't contain a user name or password; set the token instead": words(
        "http://127.0.0.1@evil.com https://user:secret@api.example.com https://:secret@api.example.com https://user@api.example.com",
      ),
      "can't have a query or a fragment": words(
        "https://a.example/?key=secret https://a.example? https://a.example/#v1",
      ),
    },
  ],
  timeoutSeconds: [
    { 1: 1, 3600: 3600, " 30 ": 30 },
    { "must be an integer from 1 to 3600": words("0 3601 -5 2.5 1e2 60s") },
  ],
  maxRetries: [{ 0: 0, 20: 20 }, { "must be an integer from 0 to 20": words("21 -1 1.5 none 1e1") }],
  allowUnlistedValues: [{ true: true, false: false }, { "must be true or false": words("yes 1 True on") }],
  include: [
    {
      "{}": {},
      '{"Environment":["branch","primary-domain.x_1"],"Cache":[]}': {
        Environment: ["branch", "primary-domain.x_1"],
        Cache: [],
      },
    },
    {
      [listsRelationships]: words(
        `branch null [] 5 {"Nothing":["a"]} {"Cache":5} {"Cache":[5]} {"Cache":"environments"} {"Cache":["a&b"]} {"Cache":["q\u00a0q"]} {"Cache":[""]} {"Cache":{"a":1}} {"__proto__":["a"]}`,
      ),
    },
  ],
  fieldNames: [
    { "{}": defaultFieldNames, '{"size":"s"}': { ...defaultFieldNames, size: "s" } },
    {
      [namesFields]: words(
        `{"size":"\u00a0"} size {size:'s'} null [] 5 "size" {"Size":"s"} {"size":1} {"size":["a"]} {"size":""} {"region":"place"} {"constructor":"x"} {"__proto__":"x"} {"size":"s","__proto__":"x"}`,
      ),
    },
  ],
};
for (const [key, [taken, refused]] of Object.entries(table)) {
  it(`apphosting:${key} accepts every documented value`, () => {
    for (const [value, expected] of Object.entries(taken)) {
      const { values, mistakes } = readWith({ [key]: value });
      expect({ ...values, mistakes }).to.deep.include({ [key]: expected, mistakes: [] });
    }
  });

  for (const [says, values] of Object.entries(refused)) {
    it(`apphosting:${key} ${says.split(", each")[0]}`, () => {
      for (const value of values) {
        const hint = problemOf(key, value).replace(`apphosting:${key} ${says}`, "");
        expect(hint)
          .to.match(/^(\. Run `|: you may have copied more than the token\. Set )/)
          .and.not.match(/q|secret@|evil|key=/);
      }
    });
  }
}

const readFrom = (value: string | undefined) =>
  readWith({ tokenVariable: "PRESS_TOKEN" }, { APPHOSTING_TOKEN: "other-token", PRESS_TOKEN: value });

it("tokenVariable: the token only comes from this environment variable", () => {
  const { values, mistakes } = readFrom("press-token\n");
  expect({ ...values, mistakes }).to.deep.include({ token: "press-token", mistakes: [] });
  const unset = "isn't set";
  const copied = "must be ASCII without spaces or line breaks: you may have copied more than the token";
  for (const [value, says] of [
    [undefined, unset],
    [" \n", unset],
    ["press token", copied],
  ] as const) {
    expect(readFrom(value).mistakes).to.deep.equal([
      `the environment variable PRESS_TOKEN, named in the setting tokenVariable, ${says}. Set it to the API token wherever Pulumi runs`,
    ]);
  }
  expect(readFrom(undefined).values.token).to.equal(undefined);
});

it("tokenVariable set to the token itself: the mistake doesn't show it", () => {
  const { values, mistakes } = readWith({ tokenVariable: "12|press.token" }, {});
  expect(values.token).to.equal(undefined);
  expect(mistakes).to.have.length(1);
  expect(mistakes[0]).to.include("must be the name of the environment variable").and.not.include("press");
});
