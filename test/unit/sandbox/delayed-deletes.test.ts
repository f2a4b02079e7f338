/** Deletes that take their time. */

import { expect } from "chai";
import { useSandbox } from "./client.js";

describe("Sandbox with deletedAfterReads", () => {
  const { sandbox, call, createApplication, createEnvironment } = useSandbox({
    operations: true,
    deletedAfterReads: 2,
  });
  const read = async (address: string) => (await call("GET", address)).status;

  beforeEach(async () => {
    await createApplication();
    await createEnvironment();
  });

  it("Sandbox with deletedAfterReads: 2: DELETE returns 202, and two reads still find the resource", async () => {
    const message = "The environment env-2 is being deleted.";
    // A second delete does not begin anew.
    const first = await call("DELETE", "/environments/env-2");
    expect(await read("/environments/env-2")).to.equal(200);
    const second = await call("DELETE", "/environments/env-2");
    for (const { status, body } of [first, second]) expect([status, body]).to.deep.equal([202, { message }]);
    expect(await read("/environments/env-2")).to.equal(200);
    const ids = sandbox()
      .state()
      .environments.map(({ id }) => id);
    expect(ids).to.deep.equal(["env-0", "env-1"]);
    expect(await read("/environments/env-2")).to.equal(404);
    expect((await call("DELETE", "/environments/env-2")).status).to.equal(404);
  });

  it("Sandbox with deletedAfterReads: a resource that is being deleted keeps its name, and refuses changes", async () => {
    await call("DELETE", "/environments/env-2");
    expect((await createEnvironment()).status).to.equal(422);
    const { status, body } = await call("PATCH", "/environments/env-2", { name: "other" });
    expect([status, body]).to.deep.equal([409, { message: "The environment env-2 is being deleted." }]);
    for (const status of [200, 200, 404]) expect(await read("/environments/env-2")).to.equal(status);
    expect((await createEnvironment()).status).to.equal(200);
  });

  it("Sandbox with deletedAfterReads: a reset forgets a delete", async () => {
    await call("DELETE", "/environments/env-2");
    sandbox().reset();
    await createApplication();
    await createEnvironment();
    for (const status of [200, 200, 200]) expect(await read("/environments/env-2")).to.equal(status);
  });
});
