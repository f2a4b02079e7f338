import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, formatTitle, resources } from "../documented-resources.js";
import { createHost, createResource, diffs } from "../host-fixture.js";

const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const title = "warning: Cache sessions (cache-1)";
const login = { username: "u", password: "p" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };

function adopt(inputs: JsonObject, ...all: readonly JsonObject[]) {
  const [first, ...others] = all.map((attributes) => ({ attributes }));
  return createResource({}, cache, inputs, first, ...others);
}

for (const resource of resources) {
  const { documented, valid: inputs } = resource;
  const { className } = documented;

  for (const [name, { attribute, values, valid, other, onChange }] of Object.entries(documented.arguments)) {
    if (attribute === undefined) continue;
    const isHidden = name === "buildCommand";
    const isUpdated = documented.update !== undefined && onChange !== "replace";
    const says = (holder: string) =>
      isHidden
        ? `the program sets one value, but ${holder} another`
        : `the program sets ${JSON.stringify(valid)}, but ${holder} ${JSON.stringify(other)}`;
    const hint =
      values === undefined
        ? "Or the API didn't apply it: to stop this warning, set the API's value in the program."
        : `Or the API has another name for ${name}: set that name in apphosting:fieldNames.`;
    const slow = `${says("the API returned")}. The API may still be applying it: run \`pulumi up\` again later to send it again. ${hint}`;
    const fixed = `${says("the API has")}. It can't be updated. To accept the API's value, set that value in the program.`;

    it(`${className}.${name}: the output is the program's value if the API's differs, with a warning`, async () => {
      const attributes = buildAttributes(attribute, other);
      const { state, written, id, diff } = await createResource({}, resource, inputs, { attributes });
      expect(state).to.deep.include({ [name]: valid });
      expect(state.__apphosting).to.deep.include({ actual: { [name]: other } });
      const line = `warning: ${formatTitle(resource, id)}: ${name}: ${isUpdated ? slow : fixed}`;
      expect(written).to.deep.equal([line]);
      // The API's value alone replaces nothing. Setting that value in the program corrects the state.
      expect(await diff(inputs)).to.deep.equal(isUpdated ? diffs.unseen : diffs.none);
      const accepting = await diff({ ...inputs, [name]: other });
      expect(accepting).to.deep.equal(isUpdated ? diffs.seen : diffs.unseen);
    });
  }
}

const staging = { ...environment.required, buildCommand: "npm  run build" };
for (const [what, inputs, build_command] of [
  ["the API's", { ...staging, buildCommand: null }, "secret-3"],
  ["the API's null", staging, null],
] as const) {
  it(`buildCommand that differs from ${what}: the warning shows neither value`, async () => {
    const { written } = await createResource({}, environment, inputs, { attributes: { build_command } });
    expect(written).to.have.lengthOf(1);
    expect(written[0]).to.match(/: the program sets one value, but the API (returned|has) another\. /);
    expect(written[0]).not.to.match(/secret|npm/);
  });
}

const smaller = { size: "250mb", status: "updating" };
const differs = `${title}: size: the program sets "1gb", but the API returned "250mb". `;

it("Cache: a size that the API ignored gets a warning, and the next update sends it again", async () => {
  const { written, update, requests } = await adopt(sessions, smaller);
  expect(written.join()).to.include(`${differs}The API may still be applying it (status "updating"): run`);
  await update(sessions);
  expect(requests.map(({ body }) => body)).to.deep.equal([{ name: "sessions", size: "1gb" }]);
});

it("Cache: a different size after an update that didn't send it is drift", async () => {
  const { update, lines } = await adopt(sessions, { size: "1gb" }, { name: "sessions", ...smaller });
  await update({ ...sessions, triggers: [2] });
  expect(lines).to.deep.equal([
    `${differs}It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`,
  ]);
});

it("Cache: a different name in the response is no drift, because every update sends the name", async () => {
  const { update, lines } = await adopt(sessions, { name: "sessions" }, { name: "other" });
  await update({ ...sessions, triggers: [2] });
  expect(lines.join("\n")).to.match(
    /name: the program sets "sessions", but the API returned "other"\. The API may still be applying it.* Or the API didn't apply it/,
  );
});

const known = { status: "available", size: "1gb", region: "us-east-1", connection: { ...connection, login } };
const whole = { connection, credentials: login, connectionUri: "redis://u:p@h:6379" };
async function updateTo(attributes: JsonObject, first: JsonObject = known, changes: JsonObject = { triggers: [1] }) {
  const responses = [{ attributes: first }, { attributes: { name: "sessions", ...attributes } }];
  const { state, written, lines, update } = await createResource({}, cache, sessions, ...responses);
  return { state, written, lines, outs: await update({ ...sessions, ...changes }) };
}

const moved = { hostname: "h2", port: 1, protocol: "redis" };
const fresh = { password: "new" };
const anew = { credentials: fresh, connectionUri: "redis://:new@h:6379" };
for (const [what, part, changed] of [
  ["null keeps every part", null, {}],
  [
    "another host and a null login keeps the login",
    { ...moved, login: null },
    { connection: moved, connectionUri: "redis://u:p@h2:1" },
  ],
  ["a password alone replaces the login", { ...connection, login: fresh }, anew],
  [
    "a host alone keeps the port and login",
    { hostname: "h2", port: null },
    { connection: { ...connection, hostname: "h2" }, connectionUri: "redis://u:p@h2:6379" },
  ],
] as readonly (readonly [string, Json, JsonObject])[]) {
  it(`Cache connection: a response with ${what}`, async () => {
    const { outs, lines } = await updateTo({ connection: part });
    expect(outs).to.deep.include({ ...whole, ...changed });
    expect(lines).to.deep.equal([]);
  });
}

for (const [what, part, known] of [
  ["no port", { hostname: "h", port: null }, { hostname: "h" }],
  ["only a protocol", { protocol: "redis" }, { protocol: "redis" }],
  ["only the login", {}, null],
] as readonly (readonly [string, JsonObject, JsonObject | null])[]) {
  it(`Cache connection with ${what}: connectionUri is null, and the rest is kept`, async () => {
    const attributes = { connection: { ...part, login } };
    const { state, written, lines } = await updateTo(attributes, attributes);
    expect(state).to.deep.include({ connection: known, credentials: login, connectionUri: null });
    expect([...written, ...lines]).to.deep.equal([]);
  });
}

for (const [what, part, uri] of [
  ["all parts", { ...connection, username: "us er", password: "p@/d" }, "redis://us%20er:p%40%2Fd@h:6379"],
  ["no user name", { ...connection, password: "p" }, "redis://:p@h:6379"],
  ["an IPv6 host", { ...connection, hostname: "fd00::1", password: "p" }, "redis://:p@[fd00::1]:6379"],
  ["no protocol", { hostname: "h", port: 1, password: "p" }, null],
  ["no host", { port: 1, protocol: "redis", password: "p" }, null],
  ["no port", { hostname: "h", protocol: "redis", password: "p" }, null],
  ["no password", connection, null],
] as readonly (readonly [string, JsonObject, string | null])[]) {
  it(`connectionUri of a connection with ${what}: ${uri}`, async () => {
    const { outs } = await createHost({}, cache, { attributes: { connection: part } }).host.create(sessions);
    expect(outs).to.include({ connectionUri: uri });
  });
}

it("Unexpected type: ignored, and a warning names the field and the expected type", async () => {
  const attributes = { name: 7, slug: ["SECRET"] };
  const { written, state } = await createResource({}, application, application.required, { attributes });
  expect(state).to.include({ name: "Shop", slug: null });
  expect(written).to.deep.equal(
    ["name", "slug"].map(
      (field) =>
        `warning: Application Shop (id-1): ${field} in the response has an unexpected type, so it's ignored (expected a string).`,
    ),
  );
});
