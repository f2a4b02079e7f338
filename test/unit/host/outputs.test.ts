/** What becomes of an argument or an output where the API has another value: normalised, left out, or not applied. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { buildResponse } from "../../documented/index.js";
import { createHost, createResource } from "../host-fixture.js";
import { application, cache, environment, resources } from "../resources.js";

const staging = { ...environment.required, buildCommand: "npm  run build" };
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const connection = { hostname: "h", port: 6379, protocol: "redis", username: "u", password: "p" };

/** A cache whose responses have a connection, too. */
function adopted(inputs: JsonObject, ...responses: readonly JsonObject[]) {
  return createResource(
    cache,
    inputs,
    ...responses.map((attributes) => ({ attributes: { connection, ...attributes } })),
  );
}

for (const { documented: resource, definition, required, valid: inputs, nulls } of resources) {
  const { className, needs, responseValues } = resource;
  // Without these, a create says that the API does not have them yet.
  const needed = responseValues.filter(([, , output = ""]) => (output.split(".")[0] ?? "") in needs);
  const complete = (buildResponse(needed).body.data as { attributes?: JsonObject } | undefined)?.attributes;

  describe(className, () => {
    it(`${className}: a response with an id alone gives each output, as the argument or null`, async () => {
      const { outs } = await createResource({ definition }, required, { attributes: {} });
      expect(outs).to.deep.equal({ ...nulls, ...required });
    });

    it(`${className}: a refresh adds outputs that an earlier release left out, and says once that nothing was read`, async () => {
      const { host, lines, requests } = createHost({ definition });
      const state = { ...required, asked: { name: "Other" }, status: "ready" };
      const { id, props } = (await host.read?.("id-1", state)) ?? {};
      await host.read?.("id-1", state);
      expect(id).to.equal("id-1");
      expect(props).to.deep.include({ ...state, createdAt: null });
      expect(lines).to.deep.equal([
        "warning: refresh read nothing: the API documents no read. If yours has one, name it in apphosting:operations; that counts from the next `pulumi up`",
      ]);
      expect(requests).to.deep.equal([]);
    });

    it(`${className}: removed from the state, a warning says that it still exists`, async () => {
      const { host, lines } = createHost({ definition });
      await host.delete("id-1", {});
      expect(lines).to.deep.equal([
        `warning: ${className} id-1 is removed from the state, but it still exists: the API has no operation to delete it`,
      ]);
    });

    for (const [name, { attribute, values, valid, other, replaces }] of Object.entries(resource.arguments)) {
      if (attribute === undefined) continue;
      const isText = [valid].flat().every((one) => typeof one === "string") && values === undefined;
      const shown = (value: Json) => (values === undefined ? String(value) : `"${value}"`);
      const says = isText
        ? "the API returned another value than the program sets"
        : `the program sets ${shown(valid)}, the API returned ${shown(other)}`;
      const hint =
        values === undefined
          ? "Or it did not apply it: set the API's value in the program to end this"
          : `Or it ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`;
      const isChangeable = resource.update !== undefined && !replaces;
      const slow = `. The API may still be applying it: run \`pulumi up\` again later, it sends the setting again. ${hint}`;

      it(`${className}: a normalised ${name} stays as the program has it, the API's value is kept as a secret, and a warning shows no secret`, async () => {
        const attributes = { ...complete, [attribute]: other };
        const { outs, written, id, diff } = await createResource({ definition }, inputs, { attributes });
        expect(outs)
          .to.deep.include({ [name]: valid, answered: { [name]: other } })
          .and.not.to.have.property("asked");
        expect(written).to.deep.equal([
          `warning: ${className} ${id}: ${name}: ${says}${isChangeable ? slow : ". Compare them in the web console"}`,
        ]);
        // What cannot be changed is not replaced for a value that the API made of the requested one, nor for either of the two.
        const expected = isChangeable ? { changes: true, replaces: [] } : { changes: false };
        expect(await diff(inputs)).to.deep.equal(expected);
        expect(await diff({ ...inputs, [name]: other })).to.deep.equal(expected);
      });
    }
  });
}

it("buildCommand that is left out: what the API returns may be a secret, and is kept in a secret output alone", async () => {
  const { buildCommand: _, ...without } = staging;
  const { outs, diff, written, lines } = await createResource(environment, without, {
    attributes: { build_command: "make" },
  });
  expect(outs).to.deep.include({ buildCommand: null, answered: { buildCommand: "make" } });
  expect(await diff({ ...without, buildCommand: null })).to.deep.equal({ changes: false });
  expect([...written, ...lines]).to.deep.equal([]);
});

it("Normalised value: a third value replaces, which the engine finds out itself", async () => {
  const required = { ...application.required, region: "eu-west-1" };
  const { diff } = await createResource(application, required, { attributes: { region: "us-east-1" } });
  expect(await diff({ ...required, region: "eu-central-1" })).to.deep.equal({ replaces: ["region"] });
});

it("Normalised value: shown only where it cannot be a secret", async () => {
  const noCommand = { ...staging, buildCommand: null };
  const table = [
    [
      cache,
      sessions,
      { connection, size: "secret-1" },
      "size: the API returned another value than the program sets. The",
    ],
    [
      cache,
      { ...sessions, size: "secret-2" },
      { connection, size: "1gb" },
      "size: the API returned another value than the program sets. The",
    ],
    [
      environment,
      noCommand,
      { build_command: "secret-3" },
      "buildCommand: the API returned another value than the program sets. Compare",
    ],
    // As of an API that skips the build.
    [
      environment,
      staging,
      { build_command: null },
      "buildCommand: the API returned another value than the program sets. Compare",
    ],
  ] as const;
  for (const [kind, inputs, attributes, text] of table) {
    const { written } = await createResource(kind, inputs, { attributes });
    expect(written).to.have.lengthOf(1);
    expect(written[0])
      .to.include(`: ${text}`)
      .and.not.match(/secret|npm/);
  }
});

const notApplied = { name: "sessions", size: "250mb", status: "updating" };
const drift = 'warning: Cache cache-1: size: the program sets "1gb", the API returned "250mb". ';

it("Cache: a setting that the API did not apply is warned of with the status, and sent again with the name alone", async () => {
  const { written, update, requests } = await adopted(sessions, notApplied);
  expect(written.join()).to.include(`${drift}The API may still be applying it (status "updating"): run`);
  await update(sessions);
  expect(requests.at(-1)?.body).to.deep.equal({ name: "sessions", size: "1gb" });
});

it("Cache: a setting that the API did not apply is a change in the next preview, with one line that shows no secret", async () => {
  for (const [name, set, answered, says] of [
    ["size", "1gb", "250mb", 'the program sets "1gb", the API has "250mb"'],
    ["size", "1gb", "secret-1", "the API has another value than the program sets"],
    ["size", "secret-1", "1gb", "the API has another value than the program sets"],
    ["name", "sessions", "secret", "the API has another value than the program sets"],
  ] as const) {
    const inputs = { ...sessions, [name]: set };
    const { diff, lines } = await adopted(inputs, { [name]: answered });
    expect(await diff(inputs)).to.deep.equal({ changes: true, replaces: [] });
    await diff(inputs);
    expect(lines).to.deep.equal([`warning: Cache cache-1: ${name}: ${says}; \`pulumi up\` sends it`]);
  }
});

it("Cache: a setting that the request did not have and the API returns otherwise is drift", async () => {
  const { update, lines } = await adopted(sessions, { name: "sessions", size: "1gb" }, notApplied);
  await update({ ...sessions, triggers: [2] });
  expect(lines).to.deep.equal([`${drift}It was changed outside Pulumi (drift); \`pulumi up\` sends it`]);
});

it("Cache: a name that the API returns otherwise is no drift, because every update sends it", async () => {
  const { update, lines } = await adopted(sessions, { name: "sessions" }, { name: "other" });
  await update({ ...sessions, triggers: [2] });
  expect(lines.join("\n")).to.match(
    /name: the API returned another .* The API may still be applying it.* Or it did not apply it/,
  );
});

it("Cache: a setting that the API did not apply is sent where the program goes back to it, without a line", async () => {
  const { diff, lines, update, requests } = await adopted(sessions, notApplied);
  const back = { ...sessions, size: "250mb" };
  expect(await diff(back)).to.deep.equal({ changes: true, replaces: [] });
  expect(await update(back))
    .to.include({ size: "250mb" })
    .and.not.to.have.any.keys("asked", "answered");
  expect(requests.at(-1)?.body).to.deep.equal({ name: "sessions", size: "250mb" });
  expect(await diff({ ...sessions, cacheId: "cache-2" })).to.deep.equal({ replaces: ["cacheId"] });
  expect(lines).to.deep.equal([]);
  expect(await diff({ ...sessions, name: "pages" })).to.deep.equal({ replaces: [] });
});
