/** Its answers hold all that is documented, and what was asked. */

import { expect } from "chai";
import { isObject, type Json, type JsonObject } from "../../../provider/api/json.js";
import { allAnswers } from "../../documented/index.js";
import { resources } from "../resources.js";
import { freshSandbox } from "./client.js";

/** The value at a path of an answer. */
function at(body: Json | undefined, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((value, key) => {
    const found = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
    // The keys of two objects are not documented.
    return found ?? (/^(login|runtime)$/.test(key) && isObject(value) ? Object.values(value).find(isObject) : found);
  }, body);
}

describe("The sandbox", () => {
  const { call, createApplication } = freshSandbox();

  for (const { documented } of resources) {
    const { arguments: rows, operation, method, path } = documented;

    describe(`asked to ${operation}`, () => {
      async function answered(which: "valid" | "other"): Promise<{ status: number; body: JsonObject }> {
        await createApplication();
        const fields = Object.values(rows).flatMap((row) => (row.wire ? [[row.wire, row[which]]] : []));
        const url = `/${path.join("/").replace("app/1", "app-1").replace("cache/1", "cache-1")}`;
        return call(method, url, Object.fromEntries(fields));
      }

      it("answers each argument with what was asked", async () => {
        for (const which of ["valid", "other"] as const) {
          const { status, body } = await answered(which);
          expect(status).to.be.oneOf([200, 201]);
          for (const row of Object.values(rows)) {
            if (row.answer) expect(at(body, `data.attributes.${row.answer}`)).to.equal(row[which]);
          }
        }
      });

      it("answers every documented attribute, relationship and included field", async () => {
        const { body } = await answered("valid");
        for (const [paths, documentedValue] of allAnswers(documented)) {
          for (const each of typeof paths === "string" ? [paths] : paths) {
            // A relationship may name nothing.
            const entry = /^data\.relationships\.\w+\.data/.exec(each)?.[0];
            if (entry !== undefined) expect(at(body, entry), each).to.not.equal(undefined);
            else expect(typeof at(body, each), each).to.equal(typeof documentedValue);
          }
        }
      });
    });
  }
});

describe("The sandbox that answers sparsely", () => {
  const { call, createApplication, createEnvironment, updateCache } = freshSandbox({ answers: "sparse" });
  const created_at = "2026-03-09T12:00:00Z";

  it("leaves out relationships, included resources and most attributes", async () => {
    const answers = [await createApplication(), await createEnvironment(), await updateCache({ size: "1gb" })];
    expect(answers.map(({ body }) => body)).to.deep.equal([
      {
        data: { id: "app-1", type: "applications", attributes: { name: "Shop", created_at, repository: [] } },
      },
      {
        data: {
          id: "env-2",
          type: "environments",
          attributes: {
            name: "staging",
            status: "deploying",
            created_at,
            mailer: [],
            network_settings: [],
            runtime: [],
          },
        },
      },
      {
        data: {
          id: "cache-1",
          type: "caches",
          attributes: { name: "sessions", status: "creating", created_at, connection: null },
        },
      },
    ]);
  });

  it("says in full what it refuses", async () => {
    const { body } = await call("PATCH", "/caches/cache-1", { name: "S" });
    expect(Object.keys(body.errors)).to.deep.equal(["name"]);
  });
});
