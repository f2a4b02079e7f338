import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { selectFields } from "../../documented/facts.js";
import { documented } from "../../documented/index.js";
import { resources } from "../documented-resources.js";
import { useSandbox } from "./client.js";

for (const resource of documented) {
  const { action } = resource.create;
  const rows = Object.values(resource.arguments).filter(({ wire }) => wire !== undefined);

  describe(`Sandbox validation: ${action}`, () => {
    const { sandbox, create, createApplication } = useSandbox();

    async function findErrors(body: JsonObject): Promise<Record<string, string[]>> {
      sandbox().reset();
      await createApplication();
      const response = await create(resource, body);
      expect(response.status, JSON.stringify(response.body)).to.be.oneOf([200, 422]);
      return response.body.errors ?? {};
    }

    for (const { wire = "", required, nullable, other, values = [], accepts = [], invalid } of rows) {
      // Most sizes allow no eviction policy.
      const valid = selectFields(resource, (row) => wire !== "size" || row.wire !== "eviction_policy");

      it(`Sandbox: ${action} accepts only documented values of ${wire}`, async () => {
        const nulls = nullable === undefined ? [] : [null];
        for (const value of [other, ...values, ...accepts, ...nulls]) {
          expect(await findErrors({ ...valid, [wire]: value }), JSON.stringify(value)).to.deep.equal({});
        }
        const refused: Json[] = [...Object.values(invalid).flat(), ...(nullable === undefined ? [null] : [])];
        for (const value of refused) {
          const { [wire]: messages = [], ...others } = await findErrors({ ...valid, [wire]: value });
          expect(messages, JSON.stringify(value)).to.not.be.empty;
          for (const message of messages) expect(message).to.match(new RegExp(`^${wire} [^\`]+[^.]\\.$`));
          expect(others).to.deep.equal({});
        }
        const { [wire]: _, ...without } = valid;
        expect(Object.keys(await findErrors(without))).to.deep.equal(required ? [wire] : []);
      });
    }
  });
}

describe("Sandbox validation: undocumented updates", () => {
  const { sandbox, call, create, createApplication } = useSandbox({ operations: true });

  for (const { documented: resource, definition } of resources) {
    // The tests above cover a documented update, which may require fields.
    if (resource.update !== undefined) continue;
    const path = `${definition.path}/<id>`;

    it(`Sandbox: PATCH ${path} requires no field and rejects the same values as a create`, async () => {
      await createApplication();
      const { body: created } = await create(resource);
      const address = path.replace("<id>", created.data.id);
      const before = sandbox().state();
      expect((await call("PATCH", address, {})).status).to.equal(200);
      const wrong = selectFields(
        resource,
        ({ onChange }) => onChange === undefined,
        ({ invalid }) => Object.values(invalid)[0]?.[0] ?? 1,
      );
      const fields = Object.keys(wrong);
      const { status, body } = await call("PATCH", address, wrong);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, fields]);
      expect(body.message).to.equal(`${fields.length} fields are not valid.`);
      expect((await call("PATCH", address, { name: null })).body.errors).to.have.all.keys("name");
      expect(sandbox().state()).to.deep.equal(before);
    });

    it(`Sandbox: PATCH ${path} ignores fields that can't be updated`, async () => {
      await createApplication();
      const { body: created } = await create(resource);
      const replacing = selectFields(resource, ({ onChange }) => onChange === "replace");
      const fields = { ...replacing, application_id: "a-1", id: "x" };
      const { status, body } = await call("PATCH", path.replace("<id>", created.data.id), fields);
      expect([status, body.data]).to.deep.equal([200, created.data]);
    });
  }
});
