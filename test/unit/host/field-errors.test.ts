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
  it(`Error of a field of ${resource.documented.className}: has a line of its own, under the argument that is sent as the field`, async () => {
    for (const [argument, { wire }] of Object.entries(resource.documented.arguments)) {
      if (wire !== undefined) expect(await findLines(resource, { [wire]: messages })).to.deep.equal(lines(argument));
    }
  });
}

const table: readonly [what: string, resource: TestedResource, wire: string, shown: string, ...hints: string[]][] = [
  ["inside an argument: under the argument", application, "build_command.0.value", "buildCommand.0.value"],
  ["inside no argument: under its own name", cache, "connection.port", "field connection.port"],
  ["that is an attribute: under its own name", cache, "type", "field type"],
  ["with a secret in its name: without it", environment, "secret-tokens_x", "field [token]s_x"],
  ["that is a parameter of the path: under its argument", environment, "application", "applicationId"],
  ["that is a parameter of the path and names the cache: under cacheId, without a command", cache, "cache", "cacheId"],
  ["that is the name of the class: without a command", application, "application", "field application"],
  ["that may be an argument: with what tells so", application, "vcs", "field vcs", hint("vcs", [provider])],
  ["that may be one of several arguments: with what tells so", cache, "plan", "field plan", hint("plan", ofCache)],
  ["with a name that a shell would obey: without a command", cache, "plan'; true;'", "field plan'; true;'"],
];
for (const [what, resource, wire, shown, ...hints] of table) {
  it(`Error of a field ${what}`, async () =>
    expect(await findLines(resource, { [wire]: messages })).to.deep.equal(lines(shown, ...hints)));
}

it("Error of a field without a message: says that it has none", async () => {
  expect(await findLines(cache, { size: [] })).to.deep.equal(["  size: refused, without a message"]);
});

it("Error of a field: follows apphosting:fieldNames", async () => {
  const settings = { fieldNames: { size: "cache.size" } };
  expect(await findLines(cache, { "cache.size": messages }, settings)).to.deep.equal(lines("size"));
  expect(await findLines(cache, { size: messages }, settings)).to.deep.equal(
    lines("field size", hint("size", ofCache)),
  );
});

it("Errors of fields: 20 lines at most, and a line that says how many more there are, also of 100,000", async () => {
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
