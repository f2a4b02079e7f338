/** Which deletes are sent, and which failures mean that the resource is gone. */

import { expect } from "chai";
import { readResult } from "../../../provider/api/errors.js";
import { HostProvider } from "../../../provider/host/host-provider.js";
import { unknownInput } from "../../../provider/host/plan.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment } from "../documented-resources.js";
import {
  catchError,
  createGet,
  createHost,
  createRefusal,
  createResource,
  listSent,
  openRun,
  type Response,
} from "../host-fixture.js";

const deleting = { operations: "delete" };
const inputs: JsonObject = environment.required;
const state: JsonObject = { ...environment.nulls, ...inputs };
const title = "warning: Environment staging of app/1 (id-1)";
const done: Response = { body: undefined };
const exists = (of: string, reason: string) => `${of} was removed from the state but still exists: ${reason}.`;

describe("Delete that lets go", () => {
  const made = { ...state, __apphosting: { madeId: true } };
  const noCache = "no cache is ever deleted, because a stack only adopts an existing one";
  const noApplication =
    "no application is ever deleted, because the API may also delete its environments, even those that the stack adopts, retains or protects";
  for (const [what, of, settings, properties, reason] of [
    ["an application", application, deleting, application.required, noApplication],
    ["a cache", cache, deleting, cache.required, noCache],
    ["an id that the package made", environment, deleting, made, "the package made its id, which the API doesn't know"],
    ["an environment", environment, { operations: "read" }, state, "apphosting:operations doesn't include delete"],
  ] as const) {
    it(`Delete of ${what}${settings === deleting ? ", even with delete named" : ""}: not sent, and says why`, async () => {
      const { host, lines, requests } = createHost(settings, of);
      await host.delete("id-1", properties);
      expect(requests).to.deep.equal([]);
      expect(lines).to.have.length(1);
      expect(lines[0]?.endsWith(`(id-1) was removed from the state but still exists: ${reason}.`)).to.equal(true);
    });
  }

  it("Delete and refresh without a token or operations: both succeed", async () => {
    const { run } = openRun({ token: "", operations: "" });
    const host = new HostProvider(environment.table, run);
    await host.read("id-1", state);
    await host.delete("id-1", state);
  });
});

type Host = ReturnType<typeof createHost>["host"];
const check = (host: Host, change: JsonObject) => host.check({}, { ...inputs, ...change });

describe("Delete of an id that this run uses", () => {
  const inUse = "this program still uses the environment: another resource, existingId, or `get` has the same id";
  const leftFor = "another one was adopted in its place";
  const adopted = { ...inputs, existingId: "id-1" };
  const other = { ...inputs, existingId: "id-2" };
  for (const [what, act, reason] of [
    ["a create has returned", (host) => host.create(inputs), inUse],
    ["a check adopts", (host) => check(host, { existingId: "id-1" }), inUse],
    ["a check adopts, with mistakes", (host) => host.check({}, { existingId: "id-1", name: 5 }), inUse],
    ["an update has changed", (host) => host.update("id-1", state, { ...inputs, branch: "next" }), inUse],
    ["an update has only recorded", (host) => host.update("id-1", state, inputs), inUse],
    ["a diff has found unchanged", (host) => host.diff("id-1", state, inputs), inUse],
    [
      "a diff has found unchanged, its inputs in another order",
      async (host) => {
        await check(host, {});
        await host.diffInRefresh("id-1", state, Object.fromEntries(Object.entries(inputs).reverse()));
      },
      inUse,
    ],
    ["the program replaces by another id", (host) => host.diff("id-1", state, other), leftFor],
    ["the program replaces by an id that was unknown", (host) => host.diff("id-1", adopted, other), leftFor],
    ["only a refresh has found unchanged", (host) => host.diffInRefresh("id-1", state, inputs)],
    [
      "only a refresh has found unchanged, after a check of another",
      async (host) => {
        await check(host, { name: "other" });
        await host.diffInRefresh("id-1", state, inputs);
      },
    ],
    ["a diff replaces", (host) => host.diff("id-1", state, { ...inputs, applicationId: "app-2" })],
    ["isn't the one that a check adopts", (host) => check(host, { existingId: "id-2" })],
    ["a check may adopt", (host) => check(host, { existingId: unknownInput })],
  ] as readonly (readonly [string, (host: Host) => Promise<unknown>, string?])[]) {
    it(`Delete of an id that ${what}: ${reason === undefined ? "sent" : "not sent, and says why"}`, async () => {
      const body = { data: { id: "id-1", type: "environments" } };
      const { host, lines, requests } = createHost({ operations: "update,delete" }, environment, ({ method }) =>
        method === "POST" || method === "PATCH" ? { body } : done,
      );
      await act(host);
      lines.splice(0);
      await host.delete("id-1", state);
      expect(listSent(requests).includes("DELETE /environments/id-1")).to.equal(reason === undefined);
      expect(lines).to.deep.equal(reason === undefined ? [] : [exists(title, reason)]);
    });
  }

  it("Delete of an environment that a create without an id may have returned: not sent", async () => {
    const { host, requests } = createHost(deleting, environment, { body: { message: "It exists." } });
    await host.create({ ...inputs, clusterId: "cluster-1" });
    await host.delete("id-1", state);
    expect(listSent(requests)).to.deep.equal(["POST /applications/app%2F1/environments"]);
  });

  it("Delete of an environment whose id an application of this run also has: sent", async () => {
    const { run, requests } = openRun(deleting, [{ body: { data: { id: "id-1" } } }, done]);
    await new HostProvider(application.table, run).create(application.required);
    await new HostProvider(environment.table, run).delete("id-1", state);
    expect(listSent(requests)).to.deep.equal(["POST /applications", "DELETE /environments/id-1"]);
  });

  for (const [what, properties, sent] of [
    ["a program's get", { existingId: "id-1" }, []],
    ["a refreshed get", environment.nulls, ["DELETE /environments/id-1"]],
  ] as const) {
    it(`Delete of an id that ${what} reads: ${sent.length === 0 ? "not sent" : "sent"}`, async () => {
      const { get, run, requests } = createGet({ operations: "read,delete" }, environment);
      await get.read("id-1", properties);
      requests.splice(0);
      await new HostProvider(environment.table, run).delete("id-1", state);
      expect(listSent(requests)).to.deep.equal(sent);
    });
  }

  it("Delete in the next run: sent, even if an earlier one used the id", async () => {
    const { host, requests, id, state } = await createResource(deleting, environment, inputs, { attributes: {} }, done);
    await host.delete(id, state);
    expect(listSent(requests)).to.deep.equal(["DELETE /environments/id-1"]);
  });
});

const route = "The route api/environments/env-9 could not be found.";
const gone = {
  "No query results for model [Environment] env-9": 404,
  "There is no env-9.": 404,
  "ENV-9 was deleted; get another one.": 404,
  "Cannot DELETE /environments/env-9": 410,
};
const stays = {
  "This endpoint isn't available in the production environment.": 404,
  "Not Found": 404,
  "env-91 not found": 404,
  "my-env-9 not found": 404,
  [route]: 404,
  "Cannot DELETE /environments/env-9": 404,
  "Route DELETE env-9 not found": 404,
  "env-9 is in use.": 409,
  "env-9 belongs to another organization.": 403,
};
const afterUnknown = { "Not found.": true, "": true, [route]: false, "Cannot DELETE /environments/env-9": false };

describe("Delete that fails", () => {
  async function act(response: Response, id = "env-9") {
    const { host, lines } = createHost(deleting, environment, response);
    const { message } = await catchError(host.delete(id, state));
    return { isGone: message === "nothing was thrown", message, lines };
  }
  const respond = (status: number, message: Json) => readResult("DELETE", status, JSON.stringify({ message }));

  for (const [message, status] of Object.entries(gone)) {
    it(`Delete that gets ${status} "${message}": gone, with a warning`, async () => {
      const { isGone, lines } = await act(respond(status, message));
      expect(isGone).to.equal(true);
      expect(lines).to.deep.equal([
        `warning: Environment staging of app/1 (env-9) was removed from the state: the API can't find it. It's gone, or it belongs to a different organization than the token.\ndelete environment (DELETE /environments/env-9) failed with status ${status}: ${message}`,
      ]);
    });
  }

  for (const [message, status] of Object.entries(stays)) {
    it(`Delete that gets ${status} "${message}": stays`, async () => {
      const result = await act(respond(status, message));
      expect(result.isGone).to.equal(false);
      expect(result.message).to.include("The environment stays in the state.");
      expect(result.lines).to.deep.equal([]);
    });
  }

  for (const [message, isGone] of Object.entries(afterUnknown)) {
    it(`Delete that gets 404 "${message}" after an unknown one: ${isGone ? "gone" : "stays"}`, async () => {
      const result = await act(createRefusal(404, message, "unknown"));
      expect([result.isGone, result.lines]).to.deep.equal([isGone, []]);
    });
  }

  for (const [id, message, isGone] of [
    ["env.9", "There is no env.9.", true],
    ["env.9", "There is no envX9.", false],
    ["env+9", "There is no env+9", true],
    ["a/9", "There is no a/9", true],
    ["a/9", "No route environments/a/9", false],
    ["a/9", "No route environments/a%2F9", false],
  ] as const) {
    it(`Delete of "${id}" that gets 404 "${message}": ${isGone ? "gone" : "stays"}`, async () => {
      expect((await act(respond(404, message), id)).isGone).to.equal(isGone);
    });
  }
});
