import { expect } from "chai";
import { isObject, type Json } from "../../../provider/rows/json.js";
import { listResponseValues, selectFields } from "../../documented/facts.js";
import { documented } from "../../documented/index.js";
import { useSandbox } from "./client.js";

function at(body: Json | undefined, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((value, key) => {
    const found = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
    // The keys of two objects are undocumented.
    return found ?? (/^(login|runtime)$/.test(key) && isObject(value) ? Object.values(value).find(isObject) : found);
  }, body);
}

describe("Sandbox responses", () => {
  const { create, createApplication } = useSandbox();

  for (const resource of documented) {
    const { arguments: rows, create: creation, responseValues } = resource;

    for (const which of ["valid", "other"] as const) {
      it(`Sandbox: ${creation.action} shows the ${which} values sent, and every documented field`, async () => {
        await createApplication();
        const fields = selectFields(resource, Boolean, (row) => row[which]);
        const { status, body } = await create(resource, fields);
        expect(status, JSON.stringify(body)).to.be.below(300);
        for (const row of Object.values(rows)) {
          if (row.attribute === undefined) continue;
          expect(at(body, `data.attributes.${row.attribute}`), row.attribute).to.deep.equal(row[which]);
        }
        const paths = listResponseValues(resource).flatMap(([path]) => path);
        for (const name of Object.keys(body.data.attributes)) {
          const path = `data.attributes.${name}`;
          const isDocumented = paths.some((one) => one === path || one.startsWith(`${path}.`));
          expect(isDocumented, `provider/sandbox shows ${path}, which no fact has: remove it`).to.equal(true);
        }
        const type = responseValues.find(([at]) => at === "data.type")?.[1];
        expect(body.data.type).to.equal(type);
        for (const [paths, documentedValue] of listResponseValues(resource)) {
          for (const each of typeof paths === "string" ? [paths] : paths) {
            // A relationship may be empty.
            const entry = /^data\.relationships\.\w+\.data/.exec(each)?.[0];
            const missing = `provider/sandbox shows no ${each}`;
            if (entry !== undefined) expect(at(body, entry), missing).to.not.equal(undefined);
            else expect(typeof at(body, each), missing).to.equal(typeof documentedValue);
          }
        }
      });
    }
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
