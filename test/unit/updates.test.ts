/** Updates at an address that the user names, where another resource than the one in the state may respond. */

import { expect } from "chai";
import { StoredFailure } from "../../provider/host/failure.js";
import { catchError, createConfiguredHost, createRefusal, type Response } from "./host-fixture.js";
import { environment } from "./resources.js";

const operations = { Environment: "PATCH /environments/{id}" };

/** Updates the name of an environment `id-1`. */
async function updateName(response: Response) {
  const created: Response = { body: { data: { id: "id-1", type: "environments" } } };
  const { host, requests } = createConfiguredHost({ operations }, environment, created, response);
  const { outs } = await host.create(environment.required);
  const updated = host.update?.("id-1", outs, { ...environment.required, name: "renamed" });
  return { updated, request: () => requests[1] };
}

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
      'update environment got a response with another id, "id-2". Check apphosting:operations',
    );
    expect((error as StoredFailure).properties).to.deep.include({ answered: { name: null } });
  });

  it("Update at a named address: keeps the state as it was where the API refuses", async () => {
    const { updated } = await updateName(createRefusal(422, "No."));
    const error = await catchError(updated);
    expect(error).not.to.be.instanceOf(StoredFailure);
    expect(error.message).to.include("update environment failed with status 422: No.");
  });
});
