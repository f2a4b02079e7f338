import { expect } from "chai";
import { tables } from "../../../provider/rows/index.js";
import { decodeSetting, readSettings, type SettingName } from "../../../provider/rows/settings.js";

type Values = Readonly<Record<string, unknown>>;

function read(config: Values, environment: NodeJS.ProcessEnv = {}) {
  return readSettings((key) => config[key.replace(/^apphosting:/, "")], environment);
}

const complete = { token: "secret-token", baseUrl: "https://api.example.com/v1" };
const defaults = {
  ...{ timeoutSeconds: 60, maxRetries: 4, fieldNames: {}, operations: [], include: {} },
  ...{ allowUnlistedValues: false, tokenVariable: "" },
};

const ofToken = "must be ASCII without spaces or line breaks: you may have copied more than the token";
const notHttps = "must start with https://; plain http is only allowed for this machine (127.0.0.1)";
const noAddress = "must be an address such as https://api.example.com/v1";
const noLogin = "can't contain a user name or password; set the token instead";
const noQuery = "can't have a query or a fragment";
const ofSeconds = "must be an integer from 1 to 3600";
const ofRetries = "must be an integer from 0 to 20";
const ofFieldNames =
  "must be a JSON object with any of the keys sourceControlProvider, size, evictionPolicy, each set to a field name";
const classes = tables.map(({ className }) => className).join(", ");
const ofInclude = `must be a JSON object with any of the keys ${classes}, each set to a list of relationship names`;
const ofOperations = "must be a list of any of read, update, and delete";
const ofVariable =
  "must be the name of the environment variable that holds the token: letters, digits, and _, not the token itself";
const words = (text: string) => text.split(" ");

const same = (text: string) => [text, text] as const;

for (const [name, ...cases] of [
  ["token", ["12|abc", "12|abc"]],
  [
    "baseUrl",
    ...words("https://203.0.113.7 http://127.0.0.1:4010/api http://127.255.255.254 http://[::1]:4010/api").map(same),
    ...words("HTTPS://API.EXAMPLE.COM http://LOCALHOST:4010 https://api.example.com:8443/v1/").map(same),
  ],
  ["timeoutSeconds", ["1", 1], ["3600", 3600]],
  ["maxRetries", ["0", 0], ["20", 20]],
  ["fieldNames", ["{}", {}], ['{"size":"s"}', { size: "s" }]],
  [
    "operations",
    ["read,update,delete", ["read", "update", "delete"]],
    ["read , delete,update", ["read", "delete", "update"]],
    ['["read", "update"]', ["read", "update"]],
    ["[]", []],
  ],
  ["include", ["{}", {}], ['{"Environment":["a-b.x_1"],"Cache":[]}', { Environment: ["a-b.x_1"], Cache: [] }]],
  ["allowUnlistedValues", ["true", true], ["false", false]],
  ["tokenVariable", ["PRESS_TOKEN", "PRESS_TOKEN"], ["_2", "_2"]],
] as [SettingName, ...[text: string, value: unknown][]][]) {
  const texts = cases.map(([text]) => text);
  it(`apphosting:${name}: accepts ${texts.join(" ").slice(0, 60)}`, () => {
    const expected = cases.map(([, value]) => ({ value, mistakes: [] }));
    expect(texts.map((text) => decodeSetting(name, text))).to.deep.equal(expected);
  });
}

for (const [name, rule, texts] of [
  ["token", ofToken, ["a\na", "a a", "aö", "a\ta", "\u0007a", "a\u200bb"]],
  ["baseUrl", noAddress, words("api.example.com /v1 https:// https:/a.example localhost:4010")],
  ["baseUrl", notHttps, words("ftp://localhost file:///etc/passwd http://a.localhost")],
  ["baseUrl", notHttps, words("http://127.0.0.1.evil.com http://x.127.0.0.1.evil http://localhost.evil http://[::2]")],
  ["baseUrl", noLogin, words("http://127.0.0.1@evil.com https://user:secret@a.example https://:secret@a.example")],
  ["baseUrl", noQuery, words("https://a.example/?key=secret https://a.example? https://a.example/#v1")],
  ["timeoutSeconds", ofSeconds, words("0 3601 -5 2.5 60s soon")],
  ["maxRetries", ofRetries, words("21 -1 1.5 none []")],
  ["fieldNames", ofFieldNames, words(`size {size:'s'} null [] 5 "size" {"Size":"s"} {"size":1} {"size":["a"]}`)],
  ["fieldNames", ofFieldNames, words('{"size":""} {"size":"\u00a0"} {"region":"place"} {"size":"s","__proto__":"x"}')],
  ["operations", ofOperations, words(`read,remove ["reed"] [7] [["read"]] {} {"Cache":"GET"} 5 ,`)],
  ["include", ofInclude, words(`branch null [] 5 {"Nothing":["a"]} {"Cache":5} {"Cache":[5]} {"Cache":"branch"}`)],
  ["include", ofInclude, words(`{"Cache":["a&b"]} {"Cache":["a\u00a0a"]} {"Cache":[""]} {"__proto__":["a"]}`)],
  ["allowUnlistedValues", "must be true or false", words("yes 1 True on")],
  ["tokenVariable", ofVariable, ["12|press.token", "a-b", "2a"]],
] as [SettingName, rule: string, texts: string[]][]) {
  it(`apphosting:${name}: refuses ${texts.join(" ").slice(0, 60).replaceAll(/\s/g, " ")}`, () => {
    expect(texts.map((text) => [text, decodeSetting(name, text).mistakes])).to.deep.equal(
      texts.map((text) => [text, [rule]]),
    );
  });
}

const onProvider = (name: string) => `or set the ${name} of an explicit Provider`;
const setToken = `Set APPHOSTING_TOKEN in the environment, run \`pulumi config set apphosting:token <token> --secret\`, ${onProvider("token")}`;
for (const [name, value, rule, fix] of [
  ["token", "two words", ofToken, setToken],
  [
    "fieldNames",
    "{",
    ofFieldNames,
    'Run `pulumi config set apphosting:fieldNames \'{"sourceControlProvider":"<field name>"}\'`, ' +
      onProvider("fieldNames"),
  ],
] as const) {
  it(`Settings: a malformed ${name} is a mistake with the command that corrects it`, () => {
    const { mistakes, values } = read({ ...complete, [name]: value });
    expect(mistakes).to.deep.equal([`apphosting:${name} ${rule}. ${fix}`]);
    expect(values).to.deep.include({ ...defaults, ...(name in complete ? {} : complete) });
  });
}

it("Settings: all mistakes are reported at once, and the defaults are used", () => {
  const { mistakes, values } = read({ timeoutSeconds: "soon", maxRetries: "-1", include: "branch" });
  const names = mistakes.map((mistake) => mistake.split(" ")[0]?.replace("apphosting:", ""));
  expect(names).to.deep.equal(["baseUrl", "timeoutSeconds", "maxRetries", "include"]);
  expect(values).to.deep.include(defaults);
});

it("Settings: a missing token is no mistake, because a preview needs none, but a request says so", () => {
  const { mistakes, missingToken } = read({ baseUrl: complete.baseUrl });
  const required = "apphosting:token is required: the API token from the provider's web console";
  expect([mistakes, missingToken]).to.deep.equal([[], `${required}. ${setToken}`]);
  expect(read(complete).missingToken).to.equal("");
});

const environment = { APPHOSTING_TOKEN: "from-environment", APPHOSTING_BASE_URL: "https://environment.example" };
const ofEnvironment = { token: "from-environment", baseUrl: "https://environment.example" };
for (const [what, config, expected] of [
  ["a stack that sets them: takes those of the stack", complete, complete],
  ["an empty stack: takes those of the environment", {}, ofEnvironment],
  ["a stack with empty values: takes those of the environment", { token: null, baseUrl: " \n" }, ofEnvironment],
] as const) {
  it(`Settings of ${what}`, () => {
    expect(read(config, environment)).to.deep.equal({
      values: { ...defaults, ...expected },
      ...{ mistakes: [], missingToken: "" },
    });
  });
}

it("Settings: empty variables count as unset, and only the token and the base URL have one", () => {
  const variables = { APPHOSTING_TOKEN: " ", APPHOSTING_BASE_URL: "", APPHOSTING_MAX_RETRIES: "0", undefined: "5" };
  const { mistakes, missingToken, values } = read({}, variables);
  expect(mistakes.join()).to.match(/^apphosting:baseUrl is required: the API's address\. /);
  expect(missingToken).to.include("apphosting:token is required");
  expect(values).to.deep.include(defaults);
});

it("Settings: values that aren't text yet are read as if they were", () => {
  const { values, mistakes } = read({ ...complete, operations: ["read"], maxRetries: 2, timeoutSeconds: " 7\n" });
  expect(mistakes).to.deep.equal([]);
  expect(values).to.deep.include({ operations: ["read"], maxRetries: 2, timeoutSeconds: 7 });
});

const ofPress = "the environment variable PRESS_TOKEN, named in the setting tokenVariable,";
const setIt = "Set it wherever Pulumi runs";
for (const [value, token, mistakes, missingToken] of [
  ["press-token\n", "press-token", [], ""],
  [undefined, "", [], `${ofPress} is required: the API token from the provider's web console. ${setIt}`],
  ["press token", "", [`${ofPress} ${ofToken}. ${setIt}`], ""],
] as const) {
  it(`tokenVariable: the token only comes from this variable, set to ${JSON.stringify(value)}`, () => {
    const config = { ...complete, tokenVariable: "PRESS_TOKEN" };
    const settings = read(config, { APPHOSTING_TOKEN: "other-token", PRESS_TOKEN: value });
    expect(settings.values.token).to.equal(token);
    expect(settings).to.deep.include({ mistakes, missingToken });
  });
}

it("tokenVariable set to the token itself: no message shows it", () => {
  const { values, mistakes, missingToken } = read({ ...complete, tokenVariable: "12|press.token" });
  expect(values).to.include({ token: "", tokenVariable: "" });
  expect(mistakes.join("\n")).to.include(ofVariable);
  expect([...mistakes, missingToken].join("\n")).to.not.include("press");
});
