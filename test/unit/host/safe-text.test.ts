import { inspect } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import { interpretResponse } from "../../../provider/api/http/attempt.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { hostileText, steeringCharacters } from "../../faults/index.js";
import { apiHost, useNock } from "../api/http/client-fixture.js";
import { application, cache, environment } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource, createSession } from "../host-fixture.js";

const token = '12|abc+DEF/"ghi"=?';
const begin = "create application failed with status 422: ";

async function print(words: string, buildCommand: string | null = null, settings: object = { token }): Promise<string> {
  const { host } = createHost({ ...settings }, application, createRefusal(422, words));
  const { message } = await catchError(host.create({ ...application.required, buildCommand }));
  return message.slice(begin.length);
}

const listForms = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

describe("Token", () => {
  useNock();

  const echo = listForms(token).join(" and ");
  const config = { headers: { Authorization: `Bearer ${token}` } };
  const failures: Readonly<Record<string, (request: nock.Interceptor) => unknown>> = {
    "a refusal that quotes it": (request) => request.reply(401, { message: `Wrong: ${echo}` }),
    "a field error that quotes it": (request) => request.reply(422, { errors: { name: [echo], [token]: [echo] } }),
    "a web page that quotes it": (request) => request.reply(200, `<html>${echo}`),
    "broken JSON that quotes it": (request) => request.reply(200, `{"token": "${echo}`),
    "a redirect to it": (request) => request.reply(307, "", { location: `https://evil.example/${echo}?${echo}` }),
    "a library's error with the request": (request) =>
      request.replyWithError(Object.assign(new Error(echo), { code: "CERT_HAS_EXPIRED", config })),
  };
  for (const [what, fail] of Object.entries(failures)) {
    it(`Token: absent from the error after ${what}`, async () => {
      fail(nock(apiHost).post("/applications"));
      const lines: string[] = [];
      const session = createSession({ APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: apiHost }, lines);
      const error = await catchError(createDynamicProvider(application.definition, session).create(application.valid));
      expect(error.message).to.match(/^create application /);
      const all = [inspect(error, { showHidden: true, depth: null }), ...lines].join("\n");
      for (const form of listForms(token)) expect(all).to.not.include(form);
    });
  }
});

const command = "npm run build -- --key 'ü\"9/%'\n";
for (const [what, buildCommand, words, shown] of [
  ["hides the token in a URL", null, "12%7Cabc%2BDEF%2F%22ghi%22%3D%3F", "[token]"],
  ["hides the token within a word", null, `x${token}x`, "x[token]x"],
  ["keeps the token's base64 form", null, btoa(token), btoa(token)],
  ["hides a trimmed buildCommand", command, `Bad: ${command.trim()}.`, "Bad: [buildCommand]."],
  ["hides a buildCommand in JSON", command, JSON.stringify([command.trim()]), '["[buildCommand]"]'],
  ["hides a buildCommand that holds the token", `curl ${token}`, `Bad: curl ${token}`, "Bad: [buildCommand]"],
  ["hides a buildCommand of 8 characters", " make all\n", "Bad: make all, make", "Bad: [buildCommand], make"],
  ["keeps a shorter buildCommand", "make     \n", "Cannot make it.", "Cannot make it."],
  ["keeps text if buildCommand is empty", "", "Cannot make it.", "Cannot make it."],
  ["keeps a buildCommand in another letter case", "make all", "Make all", "Make all"],
  ["keeps the resource's name", "make all", "Shop is taken.", "Shop is taken."],
  ["hides a buildCommand's longest form", "make it\\", String.raw`Bad: "make it\\"`, 'Bad: "[buildCommand]"'],
  ["hides a buildCommand with other line endings", "run a\r\nrun b", "Bad: run a\nrun b", "Bad: [buildCommand]"],
  ["hides other line endings in JSON", "run a\r\nrun b", String.raw`Bad: run a\nrun b`, "Bad: [buildCommand]"],
] as const) {
  it(`Redaction: ${what}`, async () =>
    expect((await print(words, buildCommand)).split("\n")[0]).to.equal(shown.split("\n")[0]));
}

it("Redaction: hides the state's buildCommand after the program changes or removes it", async () => {
  const old = "npm run deploy --token=of-somebody";
  const settings = { operations: "read,update" };
  for (const [properties, news] of [
    [{ buildCommand: old }, { buildCommand: "make all" }],
    [{ buildCommand: old }, {}],
    [{ buildCommand: "make", __apphosting: { input: { buildCommand: old } } }, {}],
    [{ buildCommand: "make", __apphosting: { actual: { buildCommand: old } } }, {}],
  ] as const) {
    const refusal = createRefusal(422, `Still running: ${old}`);
    const { host } = createHost(settings, environment, refusal);
    const inputs = { ...environment.required, branch: "next", ...news };
    const olds = { ...environment.nulls, ...environment.required, ...properties };
    for (const call of [host.update("env-1", olds, inputs), host.read("env-1", olds)]) {
      expect((await catchError(call)).message).to.include("Still running: [buildCommand]");
    }
  }
});

const login = { username: "u-of-somebody", password: "p-of-somebody" };
const variables = [{ key: "KEY", value: "value-of-key" }];
const notAllowed = "It is not allowed.";
for (const [resource, body, words] of [
  [
    cache,
    { message: `Bad login ${login.username}, ${login.password}.`, connection: login },
    "Bad login [credentials], [credentials].",
  ],
  [
    environment,
    { detail: "deploy --token x", build_command: "deploy --token x" },
    '{"detail":"[buildCommand]","build_command":"[buildCommand]"}',
  ],
  [
    environment,
    { start_command: "start --key y", environment_variables: variables },
    '{"start_command":"[startCommand]","environment_variables":[{"key":"KEY","value":"[environmentVariables]"}]}',
  ],
  [environment, { message: notAllowed, errors: { build_command: [notAllowed, "It is too long."] } }, notAllowed],
  [
    environment,
    { detail: "No value-of-key.", variables: null, environment_variables: ["KEY", ...variables] },
    "No [environmentVariables].",
  ],
] as const) {
  it(`Redaction of a refusal with ${Object.keys(body).join(", ")}: hides only secret values`, async () => {
    const { host } = createHost({}, resource, interpretResponse("POST", 422, JSON.stringify(body)));
    const [first] = (await catchError(host.create(resource.required))).message.split("\n");
    expect(first).to.include("failed with status 422: ").and.include(words);
  });
}

it("Redaction: hides random tokens and buildCommands in every form", async () => {
  // No label has this character, so a match comes from a secret.
  const text = fc.string({ unit: fc.constantFrom(...'aA1 /+\\"%\n=', "ü", "🚀") }).map((value) => `§§§§§§§§${value}`);
  const tokens = fc.string({ unit: fc.constantFrom(...'aA1/+\\"%='), minLength: 4 }).map((value) => `!!!!!!!!${value}`);
  const filler = fc.constantFrom("", " ", ": ", ' "', "' ");
  await fc.assert(
    fc.asyncProperty(tokens, text, fc.array(filler, { minLength: 1 }), async (secret, buildCommand, fillers) => {
      const forms = [...listForms(secret), ...listForms(buildCommand)];
      const words = forms.map((form, index) => form + fillers[index % fillers.length]).join(" ");
      const result = await print(words, buildCommand, { token: secret });
      for (const form of forms) expect(result).to.not.include(form);
      expect(result).to.not.match(/§|!!/);
    }),
  );
});

const table: Readonly<Record<string, [words: string, shown: string]>> = {
  "the engine's colour tags": ["<{% block %}> <<{%fg 1%}>", "< {% block %}> << {%fg 1%}>"],
  "an escape sequence": ["\u001b]0;title\u0007\u001b[2J", "\\u001b]0;title\\u0007\\u001b[2J"],
  "C1 controls, DEL and NUL": ["\u009b2J\u007f\0.", "\\u009b2J\\u007f\\u0000."],
  "bidirectional controls": ["\u202egnp.exe\u2066\u200f\u061c", "\\u202egnp.exe\\u2066\\u200f\\u061c"],
  "a carriage return": ["refused\rcreated", "refused\\u000dcreated"],
  "no line break, tab or character of any language": ["a\r\nb\n\tç שלום 👩‍💻", "a\nb\n\tç שלום 👩‍💻"],
  "a lone surrogate": ["\ud83d.", "\ufffd."],
  "commands of GitHub's runner": ["::add-mask::app\n  ::error::x\na::b", ": :add-mask::app\n  : :error::x\na::b"],
  "commands of other runners": ["##[x]y ##vso[x]y ##teamcity[x] ## y", "# #[x]y # #vso[x]y # #teamcity[x] ## y"],
};
for (const [what, [words, shown]] of Object.entries(table)) {
  it(`Safe text: escapes ${what}`, async () => expect(await print(words)).to.equal(shown));
}

const cut = (length: number) => `… [${length} characters in all]`;
it("Safe text: cut at 2,000 characters after redaction, and stays well-formed", async () => {
  expect(await print("x".repeat(2000))).to.equal("x".repeat(2000));
  expect(await print("x".repeat(100_000))).to.equal("x".repeat(2000) + cut(100_000));
  expect(await print(`${"x".repeat(1999)}🚀`)).to.equal(`${"x".repeat(1999)}\ufffd${cut(2001)}`);
  const redacted = await print(`${"word ".repeat(399)}make all of it`, "make all of it");
  expect(redacted).to.equal(`${"word ".repeat(399)}[buil${cut(2009)}`);
});

it("Safe text: random messages have no control characters, and are truncated", async () => {
  const unit = fc.constantFrom("a", "<", "{", "%", "\u001b", "\r", "\n", "\u202e", "🚀", "\ud83d");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1 }), async (words) => {
      const result = await print(words.repeat(5000 / words.length + 1));
      expect(result).to.not.match(steeringCharacters);
      expect(result.isWellFormed()).to.equal(true);
      expect(result.split("characters in all]")).to.have.length(2);
    }),
  );
});

const safe = "< {% block %}>\\u001b]0;title\\u0007\\u001b[2J\\u009b1A\\u000d\\u202eok";
it("Safe text: warnings and errors escape the API's status, id and type", async () => {
  const { written } = await createResource({}, cache, cache.valid, {
    attributes: { status: hostileText, size: "5gb" },
  });
  expect(written.filter((line) => line.includes(`(status "${safe}")`))).to.have.length(1);
  const body = { data: { id: hostileText, attributes: { status: 7 } } };
  const made = await createResource({}, environment, environment.valid, { body });
  expect(made.id).to.equal(hostileText);
  await made.host.delete(hostileText, {});
  expect([made.written.length, made.lines.length]).to.deep.equal([1, 1]);
  for (const line of [...made.written, ...made.lines]) expect(line).to.include(safe);
  const other = { body: { data: { id: "cache/1", type: hostileText } } };
  const { message } = await catchError(createHost({}, cache, other).host.create(cache.valid));
  expect(message).to.include(`the type "${safe}"`);
  for (const line of [...written, ...made.written, ...made.lines, message])
    expect(line).to.not.match(steeringCharacters);
});
