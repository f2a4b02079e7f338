/** Which bodies it accepts: every documented value, field by field, and no other. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { documented } from "../../documented/index.js";
import { useSandbox } from "./client.js";

for (const resource of documented) {
  const { operation, method, path } = resource.create;
  const rows = Object.values(resource.arguments).filter(({ wire }) => wire !== undefined);
  const valid: JsonObject = Object.fromEntries(rows.map(({ wire = "", valid }) => [wire, valid]));

  describe(`Validation of the sandbox: ${operation}`, () => {
    const { sandbox, call, createApplication } = useSandbox();

    /** The messages by field, or an empty object where the request succeeds. */
    async function findErrors(body: JsonObject): Promise<Record<string, string[]>> {
      sandbox().reset();
      await createApplication();
      const response = await call(method, path.replace("%2F", "-"), body);
      expect(response.status, JSON.stringify(response.body)).to.be.oneOf([200, 422]);
      return response.body.errors ?? {};
    }

    for (const { wire = "", required, nullable, other, values = [], accepts = [], invalid } of rows) {
      it(`Sandbox: ${operation} accepts each documented value of ${wire}, and refuses others under this field`, async () => {
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

describe("Validation of the sandbox: updates that are not documented", () => {
  const { sandbox, call, createApplication } = useSandbox({ operations: true });

  for (const [path, fields] of [
    ["/applications/app-1", "name repository source_control_provider_type build_command root_directory"],
    ["/environments/env-1", "name branch build_command"],
  ] as const) {
    it(`Sandbox: PATCH ${path} requires no field, and refuses the values that a create refuses`, async () => {
      await createApplication();
      const before = sandbox().state();
      expect((await call("PATCH", path, {})).status).to.equal(200);
      const wrong = Object.fromEntries(fields.split(" ").map((field) => [field, 1]));
      const { status, body } = await call("PATCH", path, wrong);
      expect([status, Object.keys(body.errors).sort()]).to.deep.equal([422, fields.split(" ").sort()]);
      expect(body.message).to.equal(`${fields.split(" ").length} fields are not valid.`);
      expect((await call("PATCH", path, { name: null })).body.errors).to.have.all.keys("name");
      expect(sandbox().state()).to.deep.equal(before);
    });
  }
});
