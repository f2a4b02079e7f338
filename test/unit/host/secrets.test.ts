import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { listArgumentNames } from "../../../provider/definitions/definition.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { createGetProvider } from "../../../provider/host/reads.js";
import { buildResponse, listResponseValues } from "../../documented/facts.js";
import { cache, resources } from "../documented-resources.js";
import { catchPartial, completeState, isSecret, lost, openSession, type Response } from "../host-fixture.js";

const listMarked = (properties: JsonObject) => Object.keys(properties).filter((name) => isSecret(properties[name]));

for (const { documented, definition, valid, nulls } of resources) {
  const { className, secrets } = documented;
  const { body } = buildResponse(listResponseValues(documented));
  const { attributes } = body.data as { attributes: JsonObject };
  // The API's name differs from the program's, so the state keeps both.
  const answered = {
    ...body,
    data: { ...(body.data as JsonObject), id: "id-1", attributes: { ...attributes, name: "nn" } },
  };
  const entries = Object.entries(documented.arguments);
  const idOfCache = definition.create.method === "PATCH" ? { [definition.idArgument]: "id-1" } : {};
  const inputs = { ...valid, ...idOfCache };
  const open = (...responses: Response[]) =>
    openSession({ operations: "read,update" }, responses.length > 0 ? responses : [{ body: answered }]).session;

  const commands = listArgumentNames(definition, ({ row }) => row.secret === true);
  const marked = [...secrets, ...commands, "__apphosting"];

  it(`Secrets of ${className}: create, update and read mark them, and no other output`, async () => {
    const host = createDynamicProvider(definition, open());
    const created = (await host.create(inputs)).outs as JsonObject;
    expect(listMarked(created)).to.have.members(marked);
    const [name = "", { other = null } = {}] = entries.findLast(([, { wire, onChange }]) => wire && !onChange) ?? [];
    const changed = { ...inputs, [name]: other };
    const olds = completeState(definition, { ...nulls, ...inputs });
    expect(listMarked((await host.update("id-1", olds, changed)).outs as JsonObject)).to.have.members(marked);
    expect(listMarked((await host.read("id-1", { ...olds, name: "mm" })).props)).to.have.members(marked);
  });

  it(`Secrets of ${className}: an update of unknown outcome marks them, and no other output`, async () => {
    const host = createDynamicProvider(definition, open(lost));
    const known = Object.fromEntries(secrets.map((name) => [name, "SECRET"]));
    const connection = { hostname: "h", port: 1, protocol: "redis" };
    const values = { ...nulls, ...inputs, ...known, credentials: { password: "SECRET" }, connection };
    const olds = completeState(definition, values);
    const { properties } = await catchPartial(host.update("id-1", olds, { ...inputs, name: "nn" }));
    expect(listMarked(properties)).to.have.members(marked);
    expect(JSON.stringify(properties.__apphosting)).to.include("unconfirmed");
  });

  it(`Secrets of ${className}: get marks them, and no other output`, async () => {
    const { props } = await createGetProvider(definition, open()).read("id-1", {
      [definition.idArgument]: "id-1",
    });
    const returned = commands.filter((name) => documented.arguments[name]?.attribute !== undefined);
    expect(listMarked(props)).to.have.members([...secrets, ...returned]);
  });
}

it("Secrets: a null output isn't marked", async () => {
  const host = createDynamicProvider(cache.definition, openSession({}).session);
  const { outs } = await host.create(cache.required);
  expect(listMarked(outs as JsonObject)).to.deep.equal(["__apphosting"]);
});
