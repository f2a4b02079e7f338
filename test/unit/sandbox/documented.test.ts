import { expect } from "chai";
import { tables } from "../../../provider/rows/index.js";
import { isObject, type Json } from "../../../provider/rows/json.js";
import { type DocumentedArgument, listResponseValues, selectFields } from "../../documented/facts.js";
import { documented } from "../../documented/index.js";
import { useSandbox } from "./client.js";

const findWrongValue = ({ invalid }: DocumentedArgument) => Object.values(invalid)[0]?.[0] ?? null;
const isNoNull = ({ nullable }: DocumentedArgument) => nullable === undefined;

for (const resource of documented) {
  const { action } = resource.create;
  const required = selectFields(resource);
  const nulls = selectFields(resource, isNoNull, () => null);

  describe(`Sandbox validation of ${resource.className}`, () => {
    const { sandbox, call, create, createApplication } = useSandbox({ operations: true });
    beforeEach(() => createApplication());

    for (const [what, body, refused] of [
      ["without fields: refuses each that is required", {}, required],
      ["with a null for each field: refuses those that document none", { ...required, ...nulls }, nulls],
    ] as const) {
      it(`Sandbox: ${action} ${what}`, async () => {
        const answer = await create(resource, body);
        expect([answer.status, Object.keys(answer.body.errors)]).to.deep.equal([422, Object.keys(refused)]);
      });
    }

    it(`Sandbox: ${action} with its required fields alone: succeeds`, async () => {
      expect((await create(resource)).status).to.equal(200);
    });

    it(`Sandbox: ${action} with a wrong value of each field: a message for each, no change`, async () => {
      const before = sandbox().state();
      const wrong = selectFields(resource, Boolean, findWrongValue);
      const { status, body } = await create(resource, wrong);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, Object.keys(wrong)]);
      expect(body.message).to.equal(`${Object.keys(wrong).length} fields are not valid.`);
      expect(body.errors.name[0]).to.match(/^name must have \d+ to 40 characters; it has 0\.$/);
      expect(sandbox().state()).to.deep.equal(before);
    });

    // Above is a documented update, which may require fields.
    if (resource.update !== undefined) return;
    it(`Sandbox: update of ${resource.className}: requires no field, and ignores what can't be updated`, async () => {
      const { path = "" } = tables.find((table) => table.className === resource.className) ?? {};
      const address = `${path}/${(await create(resource)).body.data.id}`;
      const before = sandbox().state();
      const replacing = selectFields(resource, ({ onChange }) => onChange === "replace");
      expect((await call("PATCH", address, { ...replacing, application_id: "a-1", id: "x" })).status).to.equal(200);
      expect(sandbox().state()).to.deep.equal(before);
    });
  });
}

function at(body: Json | undefined, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((value, key) => {
    const found = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
    // The keys of two objects are undocumented.
    return found ?? (/^(login|runtime)$/.test(key) && isObject(value) ? Object.values(value).find(isObject) : found);
  }, body);
}

describe("Sandbox responses", () => {
  const { create, createApplication } = useSandbox();
  beforeEach(() => createApplication());

  for (const resource of documented) {
    const { action } = resource.create;
    const returned = Object.values(resource.arguments).filter(({ attribute }) => attribute !== undefined);
    const values = listResponseValues(resource).flatMap(([paths, value]) =>
      [paths].flat().map((path) => ({ path, value })),
    );

    for (const which of ["valid", "other"] as const) {
      it(`Sandbox: the response to ${action} has the ${which} values of the request`, async () => {
        const { body } = await create(
          resource,
          selectFields(resource, Boolean, (row) => row[which]),
        );
        const shown = returned.map(({ attribute }) => at(body, `data.attributes.${attribute}`));
        expect(shown).to.deep.equal(returned.map((row) => row[which]));
      });
    }

    it(`Sandbox: the response to ${action} has every documented field, and no other attribute`, async () => {
      const { body } = await create(resource, selectFields(resource, Boolean));
      const isMissing = ({ path, value }: (typeof values)[number]) => {
        // A relationship may be empty.
        const [entry] = /^data\.relationships\.\w+\.data/.exec(path) ?? [];
        return entry === undefined ? typeof at(body, path) !== typeof value : at(body, entry) === undefined;
      };
      expect(values.filter(isMissing)).to.deep.equal([]);
      const attributes = values.map(({ path }) => /^data\.attributes\.(\w+)/.exec(path)?.[1]);
      expect(Object.keys(body.data.attributes).filter((name) => !attributes.includes(name))).to.deep.equal([]);
      expect(body.data.type).to.equal(values.find(({ path }) => path === "data.type")?.value);
    });
  }
});

describe("Sparse sandbox responses", () => {
  const { createApplication, createEnvironment, updateCache } = useSandbox({
    answers: "sparse",
    operations: true,
  });
  const empty = { mailer: [], network_settings: [], runtime: [] };

  it("Sandbox with sparse responses: omits relationships and most attributes, but no errors", async () => {
    for (const [send, id, type, attributes] of [
      [createApplication, "app-1", "applications", { name: "Shop", repository: [] }],
      [createEnvironment, "env-2", "environments", { name: "staging", status: "deploying", ...empty }],
      [updateCache, "cache-1", "caches", { name: "sessions", status: "creating", connection: [] }],
    ] as const) {
      expect((await send()).body).to.deep.equal({ data: { id, type, attributes } });
    }
    expect((await updateCache({ name: "S" })).body.errors).to.have.all.keys("name");
  });
});
