/** Which deletes are sent, and which failures mean that the resource is gone. */

import { expect } from "chai";
import { readResult } from "../../../provider/api/errors.js";
import { HostProvider } from "../../../provider/host/host-provider.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment } from "../documented-resources.js";
import {
  catchError,
  createGet,
  createHost,
  createRefusal,
  type Host,
  listSent,
  openRun,
  type Response,
  unknownInput,
} from "../host-fixture.js";

const deleting = { operations: "delete" };
const inputs: JsonObject = environment.required;
const title = "warning: Environment staging of app/1 (id-1)";
const done: Response = { body: undefined };

const noCache = "no cache is ever deleted, because a stack only adopts an existing one";
const noApplication =
  "no application is ever deleted, because the API may also delete its environments, even those that the stack adopts, retains or protects";
const notEnabled = "apphosting:operations doesn't include delete";
for (const [what, of, settings, reason] of [
  ["an application, even with delete enabled", application, deleting, noApplication],
  ["a cache, even with delete enabled", cache, deleting, noCache],
  ["an environment, without delete enabled", environment, { operations: "read" }, notEnabled],
  ["an environment, without a token or operations", environment, { token: "", operations: "" }, notEnabled],
] as const) {
  it(`Delete of ${what}: not sent, and says why`, async () => {
    const { host, lines, requests } = createHost(settings, of);
    await host.delete("id-1", of.required);
    expect(requests).to.deep.equal([]);
    expect(lines.map((line) => line.split(" (id-1) ")[1])).to.deep.equal([
      `was removed from the state but still exists: ${reason}.`,
    ]);
  });
}

const check = (host: Host, change: JsonObject) => host.check({}, { ...inputs, ...change });
const inUse = "this program still uses it: another resource or a `get` has the same id";
const leftFor = "another one was adopted in its place";
const adopted = { ...inputs, existingId: "id-1" };
const other = { ...inputs, existingId: "id-2" };
const next = { ...inputs, branch: "next" };
async function reorder(host: Host) {
  await check(host, {});
  await host.diffInRefresh("id-1", inputs, Object.fromEntries(Object.entries(inputs).reverse()));
}
async function remediate(host: Host) {
  await check(host, { branch: "other" });
  await host.diffUnchecked("id-1", inputs, inputs);
}
async function refreshAfterOther(host: Host) {
  await check(host, { name: "other" });
  await host.diffInRefresh("id-1", inputs, inputs);
}
for (const [what, act, reason] of [
  ["a create has returned", (host) => host.create(inputs), inUse],
  ["a check adopts", (host) => check(host, { existingId: "id-1" }), inUse],
  ["a check adopts, with mistakes", (host) => check(host, { existingId: "id-1", name: 5 }), inUse],
  ["an update has changed", (host) => host.update("id-1", inputs, next), inUse],
  ["an update has only recorded", (host) => host.update("id-1", inputs, inputs), inUse],
  ["a diff has found unchanged", (host) => host.diff("id-1", inputs, inputs), inUse],
  ["a diff has found unchanged, its inputs in another order", reorder, inUse],
  ["the program replaces by another id", (host) => host.diff("id-1", inputs, other), leftFor],
  ["the program replaces by an id that was unknown", (host) => host.diff("id-1", adopted, other), leftFor],
  ["a diff has found unchanged, after a policy has changed its inputs", remediate, inUse],
  ["only a refresh has found unchanged", (host) => host.diffInRefresh("id-1", inputs, inputs)],
  ["only a refresh has found unchanged, after a check of another", refreshAfterOther],
  ["a diff replaces", (host) => host.diff("id-1", inputs, { ...inputs, applicationId: "app-2" })],
  ["isn't the one that a check adopts", (host) => check(host, { existingId: "id-2" })],
  ["a check may adopt", (host) => check(host, { existingId: unknownInput })],
] as readonly (readonly [string, (host: Host) => Promise<unknown>, string?])[]) {
  it(`Delete of an id that ${what}: ${reason === undefined ? "sent" : "not sent, and says why"}`, async () => {
    const body = { data: { id: "id-1", type: "environments" } };
    const settings = { operations: "update,delete" };
    const { host, lines, requests } = createHost(settings, environment, { body });
    await act(host);
    lines.splice(0);
    await host.delete("id-1", inputs);
    const says = reason === undefined ? [] : [`${title} was removed from the state but still exists: ${reason}.`];
    expect(listSent(requests).includes("DELETE /environments/id-1")).to.equal(reason === undefined);
    expect(lines).to.deep.equal(says);
  });
}

it("Delete of an environment that a create without an id may have returned: not sent", async () => {
  const { host, requests } = createHost(deleting, environment, { body: { message: "It exists." } });
  await host.create({ ...inputs, clusterId: "cluster-1" });
  await host.delete("id-1", inputs);
  expect(listSent(requests)).to.deep.equal(["POST /applications/app%2F1/environments"]);
});

it("Delete of an environment whose id an application of this run also has: sent", async () => {
  const { run, requests } = openRun(deleting, [{ body: { data: { id: "id-1" } } }, done]);
  await new HostProvider(application.table, run).create(application.required);
  await new HostProvider(environment.table, run).delete("id-1", inputs);
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
    await new HostProvider(environment.table, run).delete("id-1", inputs);
    expect(listSent(requests)).to.deep.equal(sent);
  });
}

const route = "The route api/environments/env-9 could not be found.";
for (const [id, status, message, isGone] of [
  ["env-9", 404, "No query results for model [Environment] env-9", true],
  ["env-9", 404, "ENV-9 was deleted; get another one.", true],
  ["env-9", 410, "Cannot DELETE /environments/env-9", true],
  ["env-9", 404, "Not Found", false],
  ["env-9", 404, "env-91 not found", false],
  ["env-9", 404, "my-env-9 not found", false],
  ["env-9", 404, route, false],
  ["env-9", 404, "Cannot DELETE /environments/env-9", false],
  ["env-9", 404, "Route DELETE env-9 not found", false],
  ["env-9", 409, "env-9 is in use.", false],
  ["env.9", 404, "There is no env.9.", true],
  ["env.9", 404, "There is no envX9.", false],
  ["a/9", 404, "There is no a/9", true],
  ["a/9", 404, "No route environments/a%2F9", false],
  ["env-9", 404, "No route Environments/ENV-9", false],
] as const) {
  it(`Delete of ${id} that gets ${status} "${message}": ${isGone ? "gone, with a warning" : "stays"}`, async () => {
    const response = readResult("DELETE", status, JSON.stringify({ message }));
    const { host, lines } = createHost(deleting, environment, response);
    const error = await catchError(host.delete(id, inputs));
    const request = `delete environment (DELETE /environments/${encodeURIComponent(id)})`;
    const says = `warning: Environment staging of app/1 (${id}) was removed from the state: the API can't find it. It's gone, or it belongs to a different organization than the token.\n${request} failed with status ${status}: ${message}`;
    expect(lines).to.deep.equal(isGone ? [says] : []);
    expect(error.message).to.include(isGone ? "nothing was thrown" : "The environment stays in the state.");
  });
}

it("Delete, 404 with a web page that repeats the request, after an unknown outcome: stays", async () => {
  const page = readResult("DELETE", 404, "<pre>Cannot DELETE /environments/env-9</pre>");
  const { failure } = page as Extract<typeof page, { failure: unknown }>;
  const { host } = createHost(deleting, environment, { failure: { ...failure, outcome: "unknown" } });
  expect((await catchError(host.delete("env-9", inputs))).message).to.include("It stays in the state");
});

for (const [message, isGone] of [
  ["Not found.", true],
  ["", true],
  [route, false],
  ["Cannot DELETE /environments/env-9", false],
] as const) {
  it(`Delete, 404 "${message}" after an unknown outcome: ${isGone ? "gone, with a warning" : "stays"}`, async () => {
    const { host, lines } = createHost(deleting, environment, createRefusal(404, message, "unknown"));
    const error = await catchError(host.delete("env-9", inputs));
    expect(error.message === "nothing was thrown").to.equal(isGone);
    expect(lines).to.have.length(isGone ? 1 : 0);
  });
}
