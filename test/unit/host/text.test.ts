import { inspect } from "node:util";
import { expect } from "chai";
import { readResult } from "../../../provider/api/errors.js";
import { clean } from "../../../provider/host/text.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource } from "../host-fixture.js";

const token = '12|abc+DEF/"ghi"=?';
const begin = "create application (POST /applications) failed with status 422: ";

/** Prints words that the API refuses a create with. */
async function print(words: string, buildCommand: string | null = null): Promise<string> {
  const { host } = createHost({ token }, application, createRefusal(422, words));
  const { message } = await catchError(host.create({ ...application.required, buildCommand }));
  return message.slice(begin.length);
}

const listForms = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

const echo = listForms(token).join(" and ");
const fields = { errors: { name: [echo], [token]: [echo] } };
for (const [what, response] of [
  ["a refusal that quotes it", readResult("POST", 401, JSON.stringify({ message: `Wrong: ${echo}` }))],
  ["field errors that quote it", readResult("POST", 422, JSON.stringify(fields))],
  ["a web page that quotes it", readResult("POST", 500, `<html>${echo}`)],
  ["an unexpected error that quotes it", new TypeError(echo)],
] as const) {
  it(`Token: absent from all of the error after ${what}`, async () => {
    const { host, lines } = createHost({ token }, application, response);
    const error = await catchError(host.create(application.required));
    expect(error.message).to.include("[token]");
    const all = [inspect(error, { showHidden: true, depth: null }), ...lines].join("\n");
    for (const form of listForms(token)) expect(all).to.not.include(form);
  });
}

const command = "npm run build -- --key 'ü\"9/%'\n";
for (const [what, buildCommand, words, shown] of [
  ["keeps the token's base64 form", null, btoa(token), btoa(token)],
  ["hides a trimmed buildCommand", command, `Bad: ${command.trim()}.`, "Bad: [buildCommand]."],
  ["hides a buildCommand in JSON", command, JSON.stringify([command.trim()]), '["[buildCommand]"]'],
  ["hides it in PHP's JSON", "make ü/x", String.raw`make \u00fc\/x`, "[buildCommand]"],
  ["hides it in Go's JSON", "make & test", String.raw`make \u0026 test`, "[buildCommand]"],
  ["hides it in JSON within JSON", 'run "ab" c', JSON.stringify('"run \\"ab\\" c"'), String.raw`"\"[buildCommand]\""`],
  ["hides it in a form", "a && ü/x.sh", "build_command=a+%26%26+%C3%BC%2Fx.sh", "build_command=[buildCommand]"],
  ["hides a buildCommand that has the token", `curl ${token}`, `Bad: curl ${token}`, "Bad: [buildCommand]"],
  ["hides a buildCommand of 8 characters", " make all\n", "Bad: make all, make", "Bad: [buildCommand], make"],
  ["keeps a shorter buildCommand", "make     \n", "Cannot make it.", "Cannot make it."],
  ["keeps a buildCommand in another letter case", "make all", "Make all", "Make all"],
  ["hides a buildCommand's longest form", "make it\\", String.raw`Bad: "make it\\"`, 'Bad: "[buildCommand]"'],
  ["hides a buildCommand with other line endings", "run a\r\nrun b", "Bad: run a\nrun b", "Bad: [buildCommand]"],
  ["hides other line endings in JSON", "run a\r\nrun b", String.raw`Bad: run a\nrun b`, "Bad: [buildCommand]"],
  ["hides a secret that overlaps itself", "abababab", "abababababX", "[buildCommand]X"],
] as const) {
  it(`Redaction: ${what}`, async () => expect(await print(words, buildCommand)).to.equal(shown));
}

const old = "npm run deploy --token=of-somebody";
const driftedTo = (build_command: string) => ({ attributes: { build_command } });
for (const [what, operations, buildCommand, shown, inputs] of [
  ["output, after the program changes it", "read,update", old, [], { buildCommand: "make all" }],
  ["output, after the program removes it", "read,update", old, [], {}],
  ["input, after drift", "read,update", old, [driftedTo("make")], {}],
  ["actual value, which can't be updated", "read", "make", [driftedTo(old)], {}],
] as const) {
  it(`Redaction: hides a buildCommand that is the state's ${what}`, async () => {
    const responses = [{ attributes: {} }, ...shown, createRefusal(422, `Still running: ${old}`)];
    const program = { ...environment.required, buildCommand };
    const { id, state, host } = await createResource({ operations }, environment, program, ...responses);
    let props = state;
    for (const _ of shown) props = (await host.read(id, props)).props as JsonObject;
    const news = { ...environment.required, branch: "next", ...inputs };
    const calls = [host.read(id, props), ...(operations === "read" ? [] : [host.update(id, props, news)])];
    for (const call of calls) expect((await catchError(call)).message).to.include("Still running: [buildCommand]");
  });
}

const login = { username: "u-of-somebody", password: "p-of-somebody" };
const variables = [{ key: "KEY", value: "value-of-key" }];
const commands = { detail: "deploy --token x", build_command: "deploy --token x", start_command: "start --key y" };
const hidden = '{"detail":"[buildCommand]","build_command":"[buildCommand]","start_command":"[startCommand]"}';
const named = { detail: "No value-of-key.", variables: null, environment_variables: ["KEY", ...variables] };
const notAllowed = "It is not allowed.";
const refused = { message: notAllowed, errors: { build_command: [notAllowed] } };
for (const [what, resource, body, words] of [
  ["a login", cache, { message: "Bad login u-of-somebody.", connection: login }, "Bad login [credentials]."],
  ["commands", environment, commands, hidden],
  ["variables", environment, { a: { environment_variables: variables } }, '"value":"[environmentVariables]"'],
  ["messages about a secret", environment, refused, notAllowed],
  ["the names of variables", environment, named, "No [environmentVariables]."],
] as const) {
  it(`Redaction of a response with ${what}: hides secret values alone`, async () => {
    const { host } = createHost({}, resource, readResult("POST", 422, JSON.stringify(body)));
    const [first] = (await catchError(host.create(resource.required))).message.split("\n");
    expect(first).to.include(") failed with status 422: ").and.include(words);
  });
}

const cut = (length: number) => `… [${length} characters in all]`;
for (const [what, words, shown] of [
  ["2,000 characters: in full", "x".repeat(2000), "x".repeat(2000)],
  ["100,000 characters: cut", "x".repeat(100_000), "x".repeat(2000) + cut(100_000)],
  ["a surrogate pair at the cut: well-formed", `${"x".repeat(1999)}🚀`, `${"x".repeat(1999)}\ufffd${cut(2001)}`],
] as const) {
  it(`Printed text of ${what}`, () => expect(clean([words], [])).to.equal(shown));
}

it("A secret in JSON that escapes slashes, as PHP's does: hidden", () => {
  expect(clean(['{"token":"12|abc\\/def"}'], [{ label: "token", text: "12|abc/def" }])).to.equal('{"token":"[token]"}');
});

it("A secret of 501 characters at any place of a long text: nothing of it is printed", () => {
  const [text, places] = ["§".repeat(501), Array.from({ length: 2600 }, (_, at) => at)];
  const print = (at: number) => clean([`${"x".repeat(at)}${text}${"y".repeat(600)}`], [{ label: "x", text }]);
  expect(places.filter((at) => print(at).includes("§"))).to.deep.equal([]);
  expect(print(1999)).to.equal(`${"x".repeat(1999)}[x]… [3100 characters in all]`);
});

for (const [what, words, shown] of [
  ["escapes the engine's color tags", "<{% block %}> <<{%fg 1%}>", "< {% block %}> << {%fg 1%}>"],
  ["escapes control sequences", "\u001b]0;title\u0007\u001b[2J", "\\u001b]0;title\\u0007\\u001b[2J"],
  ["escapes C1 controls, DEL and NUL", "\u009b2J\u007f\0.", "\\u009b2J\\u007f\\u0000."],
  ["escapes bidirectional controls", "\u202egnp.exe\u2066\u200f\u061c", "\\u202egnp.exe\\u2066\\u200f\\u061c"],
  ["escapes a carriage return", "refused\rcreated", "refused\\u000dcreated"],
  ["puts lines on one", "a\r\nb\n \n c", "a b c"],
  ["keeps tabs and characters of any language", "a\tç שלום 👩‍💻", "a\tç שלום 👩‍💻"],
  ["replaces a lone surrogate", "\ud83d.", "\ufffd."],
  ["breaks commands to GitHub's runner", "::add-mask::app", ": :add-mask::app"],
  ["breaks commands to other runners", "##[x]y ##vso[x]y ##teamcity[x] ## y", "# #[x]y # #vso[x]y # #teamcity[x] ## y"],
] as const) {
  it(`Printed text: ${what}`, () => expect(clean([words], [])).to.equal(shown));
}

it("Redaction: a warning hides the secrets of the response whose message it quotes", async () => {
  const attributes = { environment_variables: [{ key: "KEY", value: "value-of-key" }] };
  const body = { message: "KEY is value-of-key.", data: { attributes } };
  const { written } = await createResource({}, environment, environment.required, { body });
  expect(written.join()).to.include("The API's message: KEY is [environmentVariables].");
});
