import { expect } from "chai";
import { tables } from "../../../provider/rows/index.js";
import { type DocumentedArgument, selectFields } from "../../documented/facts.js";
import { documented } from "../../documented/index.js";
import { useSandbox } from "./client.js";

const listWrongValues = ({ invalid, nullable }: DocumentedArgument) => [
  ...Object.values(invalid).flat(),
  ...(nullable === undefined ? [null] : []),
];

for (const resource of documented) {
  const { create: creation, className } = resource;
  const rows = Object.values(resource.arguments).filter(({ wire }) => wire !== undefined);

  describe(`Sandbox validation: ${creation.action}`, () => {
    const { create, createApplication } = useSandbox();
    beforeEach(() => createApplication());

    it(`Sandbox: ${creation.action} accepts a documented value of each field`, async () => {
      expect((await create(resource, selectFields(resource, Boolean))).status).to.equal(200);
    });

    for (const row of rows) {
      const { wire = "", required } = row;

      it(`Sandbox: ${creation.action} refuses each wrong ${wire} under its name`, async () => {
        for (const value of listWrongValues(row)) {
          const { status, body } = await create(resource, { ...selectFields(resource), [wire]: value });
          expect([status, Object.keys(body.errors ?? {})], JSON.stringify(value)).to.deep.equal([422, [wire]]);
          for (const message of body.errors[wire]) expect(message).to.match(new RegExp(`^${wire} [^\`]+[^.]\\.$`));
        }
      });

      it(`Sandbox: ${creation.action} without ${wire} ${required ? "fails" : "succeeds"}`, async () => {
        const { [wire]: _, ...fields } = selectFields(resource);
        const { status, body } = await create(resource, fields);
        expect(status, JSON.stringify(body)).to.equal(required ? 422 : 200);
      });
    }
  });

  // The tests above cover a documented update, which may require fields.
  if (resource.update !== undefined) continue;
  const { path = "" } = tables.find((table) => table.className === className) ?? {};

  describe(`Sandbox validation: PATCH ${path}`, () => {
    const { sandbox, call, create, createApplication } = useSandbox({ operations: true });
    let address: string;
    beforeEach(async () => {
      await createApplication();
      address = `${path}/${(await create(resource)).body.data.id}`;
    });

    it(`Sandbox: PATCH ${path}/<id> requires no field`, async () => {
      expect((await call("PATCH", address, {})).status).to.equal(200);
    });

    it(`Sandbox: PATCH ${path}/<id> refuses wrong values of all fields at once, and changes nothing`, async () => {
      const before = sandbox().state();
      const isUpdated = ({ onChange }: DocumentedArgument) => onChange === undefined;
      const wrong = selectFields(resource, isUpdated, (row) => listWrongValues(row)[0] ?? 1);
      const fields = Object.keys(wrong);
      const { status, body } = await call("PATCH", address, wrong);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, fields]);
      expect(body.message).to.equal(`${fields.length} fields are not valid.`);
      expect(sandbox().state()).to.deep.equal(before);
    });

    it(`Sandbox: PATCH ${path}/<id> ignores fields that can't be updated`, async () => {
      const before = sandbox().state();
      const replacing = selectFields(resource, ({ onChange }) => onChange === "replace");
      expect((await call("PATCH", address, { ...replacing, application_id: "a-1", id: "x" })).status).to.equal(200);
      expect(sandbox().state()).to.deep.equal(before);
    });
  });
}
