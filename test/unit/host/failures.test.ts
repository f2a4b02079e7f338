import { expect } from "chai";
import { type Failure, readResult } from "../../../provider/api/errors.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import {
  catchError,
  createHost,
  createRefusal,
  createResource,
  lost,
  type Response,
  type Settings,
} from "../host-fixture.js";

const all = { operations: "read,update,delete" };
const state = { ...environment.nulls, ...environment.required };

async function failCreate(of: TestedResource, response: Response, settings: Settings = {}): Promise<string[]> {
  const { host } = createHost(settings, of, response);
  return (await catchError(host.create(of.required))).message.split("\n");
}

const calls = {
  read: ({ host }: ReturnType<typeof createHost>) => host.read("env-1", state),
  update: ({ host }: ReturnType<typeof createHost>) =>
    host.update("env-1", state, { ...environment.required, branch: "next" }),
  delete: ({ host }: ReturnType<typeof createHost>) => host.delete("env-1", state),
};
async function failCall(name: keyof typeof calls, response: Response): Promise<string[]> {
  const { message } = await catchError(calls[name](createHost(all, environment, response)));
  return message.split("\n");
}

const noneOfThis = "the response doesn't look like this API's.";
const checkToken =
  "Check the token: it may have expired, belong to another organization, or lack the required permission.";
const newToken =
  " Set a new one in APPHOSTING_TOKEN, as a secret of the stack (`pulumi config set --secret apphosting:token <token>`), or on the explicit Provider (its token, or the variable that its tokenVariable names).";
const noRedirect = "The API redirected the request, and redirects aren't followed. Check apphosting:baseUrl.";
const noRoute = "The route caches/cache/1 could not be found.";
const noPath = "apphosting:baseUrl: that address may not have this path.";
const noCache = "cacheId: the API doesn't know \"cache/1\", or the token's organization doesn't own it.";
const later = "Run the command again later.";

it("Error: the request, the status, the API's message, its fields, and one next step", async () => {
  const fields = { name: ["It is taken."], size: ["It is too small."] };
  expect(await failCreate(cache, createRefusal(401, "The given data was invalid.", "no effect", fields))).to.deep.equal(
    [
      "update cache (PATCH /caches/cache%2F1) failed with status 401: The given data was invalid.",
      "  name: It is taken.",
      "  size: It is too small.",
      checkToken + newToken,
    ],
  );
});

for (const [what, failure, words, nextStep] of [
  ["400", createRefusal(400), ""],
  ["409", createRefusal(409, "It is locked."), ": It is locked."],
  ["401", createRefusal(401, "No."), ": No.", checkToken + newToken],
  ["403", createRefusal(403, "No."), ": No.", checkToken + newToken],
  ["300", createRefusal(300), "", noRedirect],
  ["399", createRefusal(399, "No."), ": No.", noRedirect],
  ["404", createRefusal(404, "No such."), ": No such.", `Check ${noCache} Or check ${noPath}`],
  ["404 without a message", createRefusal(404), "", `Check ${noPath} Or check ${noCache}`],
  ["404 with the path", createRefusal(404, noRoute), `: ${noRoute}`, `Check ${noPath} Or check ${noCache}`],
  ["404 with the method", createRefusal(404, "No PATCH."), ": No PATCH.", `Check ${noPath} Or check ${noCache}`],
  ["410", createRefusal(410, "Gone."), ": Gone.", `Check ${noCache} Or check ${noPath}`],
  ["405", createRefusal(405, "No."), ": No.", `Check apphosting:baseUrl: ${noneOfThis}`],
] as const) {
  it(`Error with status ${what}`, async () => {
    const line = `update cache (PATCH /caches/cache%2F1) failed with status ${failure.failure.status}${words}`;
    expect(await failCreate(cache, failure)).to.deep.equal([line, ...(nextStep === undefined ? [] : [nextStep])]);
  });
}

it("Error with an undocumented body: quotes it on one line", async () => {
  const [first] = await failCreate(cache, readResult("PATCH", 500, "<html>\n  Down\n</html>"));
  expect(first).to.equal("update cache (PATCH /caches/cache%2F1) failed with status 500: <html> Down </html>");
});

it("Error with a next step of the request itself: has no other", async () => {
  const failure: Failure = { ...createRefusal(429).failure, nextStep: later };
  expect(await failCreate(cache, { failure })).to.deep.equal([
    "update cache (PATCH /caches/cache%2F1) failed with status 429",
    later,
  ]);
});

const noApplication = "applicationId: the API doesn't know \"app/1\", or the token's organization doesn't own it.";
for (const [of, says] of [
  [application, `Check ${noPath}`],
  [environment, `Check ${noApplication} Or check ${noPath}`],
] as const) {
  it(`Error with a 404 to the create of an ${of.table.noun}: names what to check`, async () => {
    expect((await failCreate(of, createRefusal(404, "No."))).at(-1)).to.equal(says);
  });
}

for (const [what, inputs, name] of [
  ["in the program: names existingId", { existingId: "env-1" }, "existingId"],
  ["only in the state: names the id", {}, "the id"],
] as const) {
  it(`Error with a 404 to an enabled update, the id ${what}`, async () => {
    const { host } = createHost(all, environment, createRefusal(404));
    const news = { ...environment.required, ...inputs, branch: "next" };
    const { message } = await catchError(host.update("env-1", { ...state, ...inputs }, news));
    expect(message.split("\n").slice(1)).to.deep.equal([
      `Check apphosting:baseUrl, and whether your API has PATCH /environments/{id}: that address may not have this path. Or check ${name}: the API doesn't know "env-1", or the token's organization doesn't own it.`,
    ]);
  });
}

const mayExist = (noun: string, named = "") =>
  `The ${noun} may have been created anyway.${named} The next \`pulumi up\` creates it again, so look for it in the provider's web console first: if it's there, set existingId to its id, or delete it.`;
const mayHaveChanged =
  "The change may have gone through anyway. The next `pulumi up` sends it again. To take it back, first run `pulumi up` once more with this program.";
const mayBeDeleted = "The environment may have been deleted anyway. It stays in the state: run the command again.";

describe("What may have happened", () => {
  for (const [of, says] of [
    [environment, mayExist("environment")],
    [cache, mayHaveChanged],
  ] as const) {
    it(`Create of ${of.table.className} whose outcome isn't known: says so`, async () => {
      expect((await failCreate(of, lost)).slice(1)).to.deep.equal([says]);
    });
  }

  it("Update whose outcome isn't known: says so", async () => {
    expect((await failCall("update", lost)).slice(1)).to.deep.equal([mayHaveChanged]);
  });

  it("Create answered by a web page: look for it, and check the address", async () => {
    expect(await failCreate(application, readResult("POST", 200, "<html>"))).to.deep.equal([
      "create application (POST /applications) got an unreadable response with status 200: HTML instead of JSON",
      mayExist("application"),
      "Check apphosting:baseUrl: it must be the API's address, not a web page's.",
    ]);
  });

  for (const [what, body, named] of [
    ["of its type", { data: { id: "env-9", type: "environments" } }, true],
    ["of its type, in a flat body", { id: "env-9", type: "Environment" }, true],
    ["of another type", { data: { id: "env-9", type: "jobs" } }, false],
  ] as const) {
    it(`Create answered 200 with errors and an id ${what}: ${named ? "names it" : "doesn't name it"}`, async () => {
      const response = readResult("POST", 200, JSON.stringify({ ...body, errors: { note: ["x"] } }));
      const says = named ? " The response names env-9: if that is it, set existingId to it." : "";
      expect(await failCreate(environment, response)).to.deep.equal([
        "create environment (POST /applications/app%2F1/environments) got a response with status 200 and errors",
        "  field note: x",
        mayExist("environment", says),
      ]);
    });
  }

  it("Create that wasn't sent: says that nothing was created", async () => {
    const failure: Failure = { happened: "was not sent: no connection", outcome: "no effect" };
    expect((await failCreate(application, { failure })).slice(1)).to.deep.equal(["Nothing was created."]);
    expect((await failCreate(cache, { failure })).slice(1)).to.deep.equal([]);
  });

  const stays = "The environment stays in the state.";
  const wayOut = `${stays} To find out whether it's gone, look for it in the provider's web console. To remove it from the state without deleting it, remove \`delete\` from apphosting:operations and \`retainOnDelete: false\` from the program, and run \`pulumi up\`.`;
  const notSent: Failure = { happened: "was not sent: no connection", outcome: "no effect" };
  for (const [what, response, says] of [
    ["a 404", createRefusal(404, "Not Found"), wayOut],
    ["a 422", createRefusal(422, "It runs."), wayOut],
    ["a 401", createRefusal(401, "No."), stays],
    ["a 429", createRefusal(429), stays],
    ["no connection", { failure: notSent }, stays],
    ["a 500", lost, mayBeDeleted],
    ["a 200 with errors", readResult("DELETE", 200, '{"error":"It runs."}'), mayBeDeleted],
  ] as const) {
    it(`Delete that gets ${what}: says that the environment ${says === mayBeDeleted ? "may be gone" : "stays"}`, async () => {
      expect((await failCall("delete", response))[1]).to.equal(says);
    });
  }
});

const ofLastRun =
  "Without `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` use the settings of the program's last run, and the current environment variables.";

for (const call of ["read", "delete"] as const) {
  it(`Error of a ${call}: names the resource, and the settings that count without a program`, async () => {
    const created = createHost(all, environment, createRefusal(401, "No."));
    const title = "Environment staging of app/1 (env-1): ";
    const stays = call === "delete" ? ["The environment stays in the state."] : [];
    const method = call === "read" ? "GET" : "DELETE";
    const first = `${title}${call} environment (${method} /environments/env-1) failed with status 401: No.`;
    const withoutProgram = (await catchError(calls[call](created))).message.split("\n");
    expect(withoutProgram).to.deep.equal([first, ...stays, checkToken, ofLastRun]);
    await created.host.check({}, environment.valid);
    const withProgram = (await catchError(calls[call](created))).message.split("\n");
    expect(withProgram).to.deep.equal([first, ...stays, checkToken + newToken]);
  });
}

describe("Name of a resource that another one replaces", () => {
  const taken = createRefusal(422, "Invalid.", "no effect", { name: ["The name has already been taken."] });
  const says = (noun: string) =>
    `The ${noun} that this one replaces (id-1) still has this name: change \`name\` as well.`;
  for (const [what, of, change, refusal, isSaid] of [
    ["application, a 422 for its name", application, { region: "eu-central-1" }, taken, true],
    ["application, a 409", application, { region: "eu-central-1" }, createRefusal(409), true],
    ["environment, a 422 for its name", environment, { branch: "next" }, taken, true],
    ["application, a 422 for another field", application, { region: "eu-central-1" }, createRefusal(422), false],
    ["application with another name", application, { name: "Shop 2" }, taken, false],
    ["environment of another application", environment, { applicationId: "app-2" }, taken, false],
  ] as const) {
    it(`Error of a replaced ${what}: ${isSaid ? "says to change name as well" : "has no such sentence"}`, async () => {
      const news = { ...of.required, ...change };
      const { host, diff } = await createResource({}, of, of.required, { attributes: {} }, refusal);
      await diff(news);
      const lines = (await catchError(host.create(news))).message.split("\n");
      expect(lines.includes(says(of.table.noun))).to.equal(isSaid);
    });
  }

  it("Error of an update that gets a 409: has no such sentence", async () => {
    const responses = [{ attributes: {} }, createRefusal(409)];
    const { diff, update } = await createResource({}, cache, cache.required, ...responses);
    const news = { ...cache.required, size: "1gb" };
    await diff(news);
    expect((await catchError(update(news))).message).to.match(/^update cache \(PATCH .*\) failed with status 409$/);
  });

  it("Error of an environment that replaceOnChanges replaces: says to change name as well", async () => {
    const responses = [{ attributes: {} }, taken];
    const resource = await createResource({ operations: "update" }, environment, environment.required, ...responses);
    const news = { ...environment.required, branch: "next" };
    // The diff says update, but the engine replaces.
    expect((await resource.diff(news)).replaces).to.deep.equal([]);
    expect((await catchError(resource.host.create(news))).message.split("\n").at(-1)).to.equal(says("environment"));
  });
});

describe("Field errors", () => {
  const messages = ["Bad.", "Not secret-token."];
  async function list(of: TestedResource, fields: Record<string, string[]>, settings: Settings = {}) {
    const refusal = createRefusal(422, "No.", "no effect", fields);
    return (await failCreate(of, refusal, { token: "secret-token", ...settings })).slice(1);
  }
  const shownAs = (name: string, ...more: string[]) => [`  ${name}: Bad.`, `  ${name}: Not [token].`, ...more];
  const hint = (field: string, names: string) =>
    `  If ${field} is the API's name for ${names}, set that name in apphosting:fieldNames.`;

  const provider = "sourceControlProvider";
  for (const [what, of, field, shown, ...hints] of [
    ["of an argument: has the argument's name", application, "root_directory", "rootDirectory"],
    ["inside an argument: has the argument's name", application, "build_command.0.value", "buildCommand.0.value"],
    ["outside every argument: keeps its name", cache, "connection.port", "field connection.port"],
    ["of an attribute: keeps its name", cache, "type", "field type"],
    ["with a secret in its name: redacted", environment, "secret-tokens_x", "field [token]s_x"],
    ["of a path's parameter: has its argument's name", environment, "application", "applicationId"],
    ["named like the class: no hint", application, "application", "field application"],
    ["that may be an argument: a hint", application, "vcs", "field vcs", hint("vcs", provider)],
    ["that may be one of two: a hint", cache, "plan", "field plan", hint("plan", "size or evictionPolicy")],
    ["with shell syntax in its name: no hint", cache, "plan'; true;'", "field plan'; true;'"],
  ] as const) {
    it(`Field ${what}`, async () => {
      expect(await list(of, { [field]: messages })).to.deep.equal(shownAs(shown, ...hints));
    });
  }

  it("Field without a message: says that there is none", async () => {
    expect(await list(cache, { size: [] })).to.deep.equal(["  size: refused, without a message"]);
  });

  it("Field named in apphosting:fieldNames: has its argument's name", async () => {
    const settings = { fieldNames: { size: "cache.size", evictionPolicy: "plan" } };
    expect(await list(cache, { plan: messages }, settings)).to.deep.equal(shownAs("evictionPolicy"));
  });

  for (const [count, ending] of [
    [20, "  field x.19: No."],
    [21, "  … 1 more"],
    [100_000, "  … 99980 more"],
  ] as const) {
    it(`${count} fields: at most 20 lines, then the count of the others`, async () => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x.${index}`, ["No."]]));
      const lines = await list(cache, fields);
      expect(lines).to.have.length(Math.min(count, 21));
      expect(lines.at(-1)).to.equal(ending);
    });
  }
});

it("Error: has a message, and no property that the engine reads or the SDK prints", async () => {
  const error = await catchError(createHost({}, cache, createRefusal(422, "no")).host.create(cache.valid));
  expect(Object.getOwnPropertyNames(error)).to.have.members(["message", "stack"]);
  expect(error.stack).to.equal("");
});

for (const call of ["read", "update", "delete"] as const) {
  it(`Bug of the package in a call to ${call}: asks for a report, and shows the stack once, redacted`, async () => {
    const defect = Object.assign(new TypeError("broken token=secret-token"), { id: "1", code: 5 });
    const created = createHost({ ...all, token: "secret-token" }, environment, defect);
    const { message, stack } = await catchError(calls[call](created));
    expect(message).to.include("This is a bug in pulumi-apphosting. Report it with these lines:\nTypeError: broken");
    expect(message.match(/^ {4}at /gm)?.length).to.be.above(1);
    expect(message).to.not.include("secret-token");
    expect(stack).to.equal("");
  });
}

const malformed: JsonObject = { operations: { Environment: "GET" }, maxRetries: "many" };
for (const call of ["read", "delete"] as const) {
  it(`Error of a ${call} with malformed settings: lists each, and sends nothing`, async () => {
    const { host, requests, lines } = createHost(malformed, environment);
    const { message } = await catchError(host[call]("env-1", state));
    const [first, second, ...others] = message.split("\n");
    expect(first).to.match(/^Environment staging of app\/1 \(env-1\): apphosting:maxRetries must be an integer/);
    expect(second).to.match(/^apphosting:operations must be a list .*`pulumi config set apphosting:operations read,/);
    expect(others).to.deep.equal([ofLastRun]);
    expect([requests, lines]).to.deep.equal([[], []]);
  });
}
