/** What the error of a call says: what happened, what may have happened, and what to do. */

import { expect } from "chai";
import { readResult } from "../../../provider/api/errors.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import {
  catchError,
  createHost,
  createRefusal,
  createResource,
  type Host,
  lost,
  type Response,
  type Settings,
} from "../host-fixture.js";

const all = { operations: "read,update,delete" };
const { required } = environment;

const calls = {
  create: (host: Host, of: TestedResource) => host.create(of.required),
  adopt: (host: Host) => host.create({ ...required, existingId: "env-1" }),
  read: (host: Host) => host.read("env-1", required),
  update: (host: Host) => host.update("env-1", required, { ...required, branch: "next" }),
  delete: (host: Host) => host.delete("env-1", required),
};
type Call = keyof typeof calls;

async function fail(call: Call, of: TestedResource, response: Response, settings: Settings = all): Promise<string[]> {
  return (await catchError(calls[call](createHost(settings, of, response).host, of))).message.split("\n");
}

const checkToken =
  "Check the token: it may have expired, belong to another organization, or lack the required permission.";
const newToken =
  " Set a new one in APPHOSTING_TOKEN, as a secret of the stack (`pulumi config set apphosting:token <token> --secret`), or on the explicit Provider (its token, or the variable that its tokenVariable names).";
const noRedirect = "The API redirected the request, and redirects aren't followed. Check apphosting:baseUrl.";
const noPath = "apphosting:baseUrl: that address may not have this path.";
const unknownTo = (name: string, id: string) =>
  `${name}: the API doesn't know "${id}", or the token's organization doesn't own it.`;
const noCache = unknownTo("cacheId", "cache/1");
const notApi = "Check apphosting:baseUrl: the response doesn't look like this API's.";
const html = "<html>\n  Down\n</html>";
const notFound = `Check ${noCache} Or check ${noPath}`;

for (const [status, message, ...nextStep] of [
  [400, ""],
  [409, "It is locked."],
  [401, "No.", checkToken + newToken],
  [403, "No.", checkToken + newToken],
  [300, "", noRedirect],
  [399, "No.", noRedirect],
  [404, "No such.", notFound],
  [404, "", notFound],
  [410, "Gone.", notFound],
  [405, "No.", notApi],
] as const) {
  it(`Error with status ${status} and the message "${message}"`, async () => {
    const line = `update cache (PATCH /caches/cache%2F1) failed with status ${status}`;
    const lines = [message === "" ? line : `${line}: ${message}`, ...nextStep];
    expect(await fail("create", cache, createRefusal(status, message))).to.deep.equal(lines);
  });
}

const mayExist = (noun: string, named = "") =>
  `The ${noun} may have been created anyway.${named} The next \`pulumi up\` creates it again, so look for it in the provider's web console first: if it's there, set existingId to its id, or delete it.`;
const mayHaveChanged =
  "The change may have gone through anyway. The next `pulumi up` sends it again. To take it back, first run `pulumi up` once more with this program.";
const mayBeDeleted = "The environment may have been deleted anyway. It stays in the state: run the command again.";
const stays = "The environment stays in the state.";
const wayOut = `${stays} To find out whether it's gone, look for it in the provider's web console. To remove it from the state without deleting it, remove \`delete\` from apphosting:operations and \`retainOnDelete: false\` from the program, and run \`pulumi up\`.`;
const named = mayExist("environment", " The response names env-9: if that is it, set existingId to it.");
const noWebPage = "Check apphosting:baseUrl: it must be the API's address, not a web page's.";
const notSent: Response = { failure: { happened: "was not sent: no connection", outcome: "no effect" } };
const wait: Response = { failure: { ...createRefusal(429).failure, nextStep: "Run the command again later." } };
const withErrors = (method: "POST" | "DELETE", body: JsonObject) =>
  readResult(method, 200, JSON.stringify({ errors: { note: ["x"] }, ...body }));
const [envRoute, note] = ["and whether your API has PATCH /environments/{id}", "  field note: x"];
const ofState = `Check ${unknownTo("the id", "env-1")} Or check apphosting:baseUrl, ${envRoute}: that address may not have this path.`;
const ofAdoption = `Check ${unknownTo("existingId", "env-1")} Or check apphosting:baseUrl, and whether your API has GET /environments/{id}: that address may not have this path.`;
const ofParent = `Check ${unknownTo("applicationId", "app/1")} Or check ${noPath}`;
const typed = { data: { id: "env-9", type: "environments" } };
const otherType = { data: { id: "env-9", type: "jobs" } };
for (const [call, of, what, response, ...lines] of [
  ["create", application, "a 404", createRefusal(404, "No."), `Check ${noPath}`],
  ["create", environment, "a 404", createRefusal(404, "No."), ofParent],
  ["adopt", environment, "a 404", createRefusal(404, "No."), ofAdoption],
  ["update", environment, "a 404", createRefusal(404), ofState],
  ["create", cache, "a next step of the request itself", wait, "Run the command again later."],
  ["create", environment, "no answer", lost, mayExist("environment")],
  ["create", cache, "no answer", lost, mayHaveChanged],
  ["update", environment, "no answer", lost, mayHaveChanged],
  ["delete", environment, "no answer", lost, mayBeDeleted],
  ["create", application, "a web page", readResult("POST", 200, html), mayExist("application"), noWebPage],
  ["create", environment, "errors and its id", withErrors("POST", typed), note, named],
  ["create", environment, "errors, flat", withErrors("POST", { id: "env-9", type: "Environment" }), note, named],
  ["create", environment, "errors, no id", withErrors("POST", { type: "Environment" }), note, mayExist("environment")],
  ["create", environment, "errors and a job", withErrors("POST", otherType), note, mayExist("environment")],
  ["create", application, "no connection", notSent, "Nothing was created."],
  ["create", cache, "no connection", notSent],
  ["delete", environment, "no connection", notSent, stays],
  ["delete", environment, "a 429", createRefusal(429), stays],
  ["delete", environment, "a 404", createRefusal(404, "Not Found"), wayOut],
  ["delete", environment, "a 422", createRefusal(422, "It runs."), wayOut],
  ["delete", environment, "a 200 with errors", withErrors("DELETE", {}), note, mayBeDeleted],
] as readonly (readonly [Call, TestedResource, string, Response, ...string[]])[]) {
  it(`Failed ${call} of ${of.table.className}, ${what}: ${lines.at(-1)?.split(/[.:]/)[0] ?? "no advice"}`, async () => {
    const [, ...others] = await fail(call, of, response);
    expect(others.filter((line) => line !== ofLastRun)).to.deep.equal(lines);
  });
}

const ofLastRun =
  "Without `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` use the settings of the program's last run, and the current environment variables.";
const title = "Environment staging of app/1 (env-1): ";
for (const [call, method, ...effect] of [
  ["read", "GET"],
  ["delete", "DELETE", stays],
] as const) {
  it(`Error of a ${call}: names the resource, and the settings that count without a program`, async () => {
    const { host } = createHost(all, environment, createRefusal(401, "No."));
    const first = `${title}${call} environment (${method} /environments/env-1) failed with status 401: No.`;
    const withoutProgram = (await catchError(calls[call](host))).message.split("\n");
    expect(withoutProgram).to.deep.equal([first, ...effect, checkToken + newToken, ofLastRun]);
    await host.check({}, environment.valid);
    const withProgram = (await catchError(calls[call](host))).message.split("\n");
    expect(withProgram).to.deep.equal([first, ...effect, checkToken + newToken]);
  });
}

const taken = createRefusal(422, "Invalid.", "no effect", { name: ["The name has already been taken."] });
const [region, branch] = [{ region: "eu-central-1" }, { branch: "next" }];
for (const [what, of, change, refusal, isSaid] of [
  ["application, a 422 for its name", application, region, taken, true],
  ["application, a 409", application, region, createRefusal(409), true],
  ["application, a 502", application, region, createRefusal(502, "", "unknown", taken.failure.fields), false],
  ["application, a 422 for another field", application, region, createRefusal(422), false],
  ["application with another name", application, { name: "Shop 2" }, taken, false],
  ["environment of another application", environment, { applicationId: "app-2" }, taken, false],
  // The diff says update, but the engine replaces.
  ["environment that replaceOnChanges replaces", environment, branch, taken, true],
] as const) {
  it(`Error of a replaced ${what}: ${isSaid ? "says to change name as well" : "has no such sentence"}`, async () => {
    const news = { ...of.required, ...change };
    const { host, diff } = await createResource({ operations: "update" }, of, of.required, { attributes: {} }, refusal);
    await diff(news);
    const lines = (await catchError(host.create(news))).message.split("\n");
    expect(lines.some((line) => line.endsWith("(id-1) still has this name: change `name` as well."))).to.equal(isSaid);
  });
}

it("Error of a delete with a malformed setting: names it, and sends nothing", async () => {
  const { host, requests } = createHost({ operations: "read,delte" }, environment);
  const [first] = (await catchError(host.delete("env-1", required))).message.split("\n");
  expect(first?.startsWith(`${title}apphosting:operations must be a list`)).to.equal(true);
  expect(requests).to.deep.equal([]);
});

it("Error of an update that gets a 409: doesn't say to change name", async () => {
  const responses = [{ attributes: {} }, createRefusal(409)];
  const { diff, update } = await createResource({}, cache, cache.required, ...responses);
  const news = { ...cache.required, size: "1gb" };
  await diff(news);
  expect((await catchError(update(news))).message).to.match(/^update cache \(PATCH .*\) failed with status 409$/);
});

async function listFieldErrors(of: TestedResource, fields: Record<string, string[]>, settings: Settings = {}) {
  const refusal = createRefusal(422, "No.", "no effect", fields);
  return (await fail("create", of, refusal, { token: "secret-token", ...settings })).slice(1);
}
const hint = (names: string) => `  If the API has another name for ${names}, set it in apphosting:fieldNames.`;
const ofApplication = hint("sourceControlProvider");
const ofCache = hint("size or evictionPolicy");
const fieldNames = { size: "cache.size", evictionPolicy: "plan" };
for (const [what, of, field, shown, settings, ...hints] of [
  ["of an argument: has the argument's name", application, "root_directory", "rootDirectory", {}],
  ["inside an argument: has the argument's name", application, "build_command.0.value", "buildCommand.0.value", {}],
  ["outside every argument: a hint", cache, "connection.port", "field connection.port", {}, ofCache],
  ["with a secret in its name: redacted", environment, "secret-tokens_x", "field [token]s_x", {}],
  ["that may be an argument: a hint", application, "vcs", "field vcs", {}, ofApplication],
  ["named in apphosting:fieldNames: has its argument's name", cache, "plan", "evictionPolicy", { fieldNames }],
] as const) {
  it(`Error with a field ${what}`, async () => {
    const lines = [`  ${shown}: Bad.`, `  ${shown}: Not [token].`, ...hints];
    expect(await listFieldErrors(of, { [field]: ["Bad.", "Not secret-token."] }, settings)).to.deep.equal(lines);
  });
}

it("Error with 21 fields: 20 lines, the count of the others, and a hint", async () => {
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x.${index}`, ["No."]]));
  const lines = await listFieldErrors(cache, fields);
  expect(lines.slice(-3)).to.deep.equal(["  field x.19: No.", "  … 1 more", ofCache]);
});

for (const call of ["create", "read", "update", "delete"] as const) {
  it(`Bug of the package in a call to ${call}: asks for a report, and shows the stack once, redacted`, async () => {
    const defect = Object.assign(new TypeError("broken token=secret-token"), { id: "1", code: 5 });
    const { host } = createHost({ ...all, token: "secret-token" }, environment, defect);
    const error = await catchError(calls[call](host, environment));
    const { message, stack } = error;
    // The engine reads other properties, and the SDK prints the stack.
    expect(Object.getOwnPropertyNames(error)).to.have.members(["message", "stack"]);
    expect(message).to.include("This is a bug in pulumi-apphosting. Report it with these lines:\nTypeError: broken");
    expect(message.match(/^ {4}at /gm)?.length).to.be.above(1);
    expect(message).to.not.include("secret-token");
    expect(stack).to.equal("");
  });
}
