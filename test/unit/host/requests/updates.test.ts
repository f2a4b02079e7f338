/** Updates at an address that the user names, where another resource than the one in the state may respond. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import { catchError, createConfiguredHost, createRefusal, createResource, type Response } from "../../host-fixture.js";
import { application, cache, environment } from "../../resources.js";

const operations = { Environment: "PATCH /environments/{id}" };

/** Updates the name of an environment `id-1`. */
async function updateName(response: Response) {
  const created: Response = { body: { data: { id: "id-1", type: "environments" } } };
  const { host, requests } = createConfiguredHost({ operations }, environment, created, response);
  const { outs } = await host.create(environment.required);
  const updated = host.update?.("id-1", outs, { ...environment.required, name: "renamed" });
  return { updated, request: () => requests[1] };
}

describe("Update at a named address that nothing confirms", () => {
  const named = { Application: "PATCH /applications/{id}", Environment: "PATCH /environments/{id}" };
  const { name: _, ...others } = application.valid;
  const changed = { ...application.required, ...others, repository: "acme/other" };
  const says = (className: string, what: string) =>
    `warning: ${className}: the response to an update has no ${what}, so that nothing confirms what was sent: some APIs return success and drop what they do not take. Compare it in the web console`;

  it("Update that the response does not confirm: one warning for each set of arguments of a class, whatever the resource", async () => {
    const { host, lines } = createConfiguredHost({ operations: named }, environment, { attributes: {} });
    const state = environment.required;
    for (const id of ["id-1", "id-2"]) await host.update(id, state, { ...state, branch: "next", buildCommand: "make" });
    expect(lines).to.deep.equal([says("Environment", "branch and buildCommand")]);
    await host.update("id-3", state, { ...state, branch: "next" });
    expect(lines.slice(1)).to.deep.equal([says("Environment", "branch")]);
  });

  it("Update that the response confirms: no warning", async () => {
    const { host, lines } = createConfiguredHost({ operations: named }, application, { attributes: { name: "Store" } });
    await host.update("id-1", application.required, { ...application.required, name: "Store" });
    expect(lines).to.deep.equal([]);
  });

  it("Update of a repository that repositoryDetails shows: no warning; one where it shows another", async () => {
    const repository = (full_name: string) => ({ attributes: { repository: { full_name } } });
    const { host, lines } = createConfiguredHost(
      { operations: named },
      application,
      repository("acme/other"),
      repository("acme/before"),
    );
    const state = { ...changed, repository: "acme/before" };
    await host.update("id-1", state, changed);
    expect(lines).to.deep.equal([]);
    await host.update("id-1", state, changed);
    expect(lines).to.deep.equal([says("Application", "repository")]);
  });

  it("Update of a cache, which is documented: no such warning", async () => {
    const { update, lines } = await createResource(cache, cache.required, { attributes: {} });
    await update({ ...cache.required, size: "1gb" });
    expect(lines).to.deep.equal([]);
  });
});

describe("Update at a named address", () => {
  it("Update at a named address: its body has the changed arguments alone, and the response needs no id", async () => {
    for (const body of [undefined, {}, { data: { attributes: {} } }, { data: { id: "id-1", type: "environments" } }]) {
      const { updated, request } = await updateName({ body });
      expect((await updated)?.outs).to.include({ name: "renamed" });
      expect(request()).to.include({ method: "PATCH", path: "/environments/id-1" });
      expect(request()?.body).to.deep.equal({ name: "renamed" });
    }
  });

  it("Update at a named address: fails with an unknown outcome where the response has another id", async () => {
    const { updated } = await updateName({ body: { data: { id: "id-2", attributes: { name: "renamed" } } } });
    const error = await catchError(updated);
    expect(error).to.be.instanceOf(StoredFailure);
    expect(error.message).to.include(
      'update environment got a response with another id, "id-2", so that it may be about another environment than Environment id-1.',
    );
    expect((error as StoredFailure).properties).to.deep.include({ answered: { name: { outcome: "unknown" } } });
  });

  it("createdAt: taken from the response to a create, and from an update only if that has the requested name", async () => {
    const shown = (attributes: JsonObject): Response => ({ body: { data: { id: "id-1", attributes } } });
    const created_at = "2026-03-09T12:00:00Z";
    const change = { ...environment.required, branch: "next" };
    for (const [onCreate, onUpdate, createdAt] of [
      [{ created_at }, {}, created_at],
      [{}, { created_at }, null],
      [{}, { created_at, name: environment.required.name ?? null }, created_at],
      [{ created_at }, { created_at: "2026-03-09T12:00:00.5Z", name: environment.required.name ?? null }, created_at],
    ] as const) {
      const { host } = createConfiguredHost({ operations }, environment, shown(onCreate), shown(onUpdate));
      const { outs } = await host.create(environment.required);
      expect((await host.update("id-1", outs, change)).outs).to.include({ createdAt });
    }
  });

  it("Update at a named address: keeps the state as it was where the API refuses", async () => {
    const { updated } = await updateName(createRefusal(422, "No."));
    const error = await catchError(updated);
    expect(error).not.to.be.instanceOf(StoredFailure);
    expect(error.message).to.include("update environment failed with status 422: No.");
  });
});
