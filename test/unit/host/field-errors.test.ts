import { expect } from "chai";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { application, cache, environment, resources, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createRefusal, type Settings } from "../host-fixture.js";

async function findLines(resource: TestedResource, fields: Record<string, string[]>, settings: Settings = {}) {
  const refusal = createRefusal(422, "No.", "no effect", fields);
  const { host } = createHost({ token: "secret-token", ...settings }, resource, refusal);
  const { message } = await catchError(host.create(resource.required));
  return message.split("\n").slice(1);
}

const messages = ["Bad.", "Not secret-token."];
const lines = (shown: string, ...more: string[]) => [`  ${shown}: Bad.`, `  ${shown}: Not [token].`, ...more];
const hint = (wire: string, [first = "", ...others]: readonly string[]) =>
  `  If ${wire} is the API's name for ${[first, ...others].join(" or ")}, run \`pulumi config set apphosting:fieldNames '{"${first}":"${wire}"}'\``;
const [provider = "", ...ofCache] = Object.keys(defaultFieldNames);

for (const resource of resources) {
  it(`Field error of ${resource.documented.className}: one line per message, with the argument's name`, async () => {
    for (const [argument, { wire }] of Object.entries(resource.documented.arguments)) {
      if (wire !== undefined) expect(await findLines(resource, { [wire]: messages })).to.deep.equal(lines(argument));
    }
  });
}

const table: readonly [what: string, resource: TestedResource, wire: string, shown: string, ...hints: string[]][] = [
  ["inside an argument: has the argument's name", application, "build_command.0.value", "buildCommand.0.value"],
  ["outside every argument: keeps its own name", cache, "connection.port", "field connection.port"],
  ["of an attribute: keeps its own name", cache, "type", "field type"],
  ["with a secret in its name: redacted", environment, "secret-tokens_x", "field [token]s_x"],
  ["of a path parameter: has its argument's name", environment, "application", "applicationId"],
  ["of the path parameter cache: has the name cacheId, and no command", cache, "cache", "cacheId"],
  ["named like the class: no command", application, "application", "field application"],
  ["that may be an argument: suggests fieldNames", application, "vcs", "field vcs", hint("vcs", [provider])],
  ["that may be one of several arguments: lists them", cache, "plan", "field plan", hint("plan", ofCache)],
  ["with shell syntax in its name: no command", cache, "plan'; true;'", "field plan'; true;'"],
];
for (const [what, resource, wire, shown, ...hints] of table) {
  it(`Field error ${what}`, async () =>
    expect(await findLines(resource, { [wire]: messages })).to.deep.equal(lines(shown, ...hints)));
}

it("Field error without a message: says that there is none", async () => {
  expect(await findLines(cache, { size: [] })).to.deep.equal(["  size: refused, without a message"]);
});

it("Field error: finds the argument by apphosting:fieldNames", async () => {
  const settings = { fieldNames: { size: "cache.size" } };
  expect(await findLines(cache, { "cache.size": messages }, settings)).to.deep.equal(lines("size"));
  expect(await findLines(cache, { size: messages }, settings)).to.deep.equal(
    lines("field size", hint("size", ofCache)),
  );
});

it("Field errors: at most 20 lines, then a count of the rest, even of 100,000", async () => {
  const make = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x.${i}`, ["No."]]));
  expect((await findLines(cache, make(20))).join()).not.to.include(" more");
  for (const [count, left] of [
    [21, "1 more"],
    [100_000, "99980 more"],
  ] as const) {
    const shown = await findLines(cache, make(count));
    expect(shown).to.have.length(21);
    expect(shown.slice(-2)).to.deep.equal(["  field x.19: No.", `  … ${left}`]);
  }
});
