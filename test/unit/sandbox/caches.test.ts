/** The caches that a sandbox is started with. */

import { expect } from "chai";
import { useSandbox } from "./client.js";

describe("Sandbox with given caches", () => {
  const { call, sandbox, updateCache } = useSandbox({ caches: ["a/b", "cache-2"] });

  it("Sandbox with given caches: has these and no other, the first one in use, also after a reset", async () => {
    for (const _ of ["fresh", "reset"]) {
      const { caches } = sandbox().state();
      const shown = caches.map(({ id, attributes: { name, size } }) => [id, name, size]);
      expect(shown).to.deep.equal([
        ["a/b", "cache", "250mb"],
        ["cache-2", "pages", "valkey-pro.1gb"],
      ]);
      const { status, body } = await updateCache({ size: "1gb" }, "a%2Fb");
      expect([status, body.included[0].id]).to.deep.equal([200, "env-0"]);
      expect((await updateCache({}, "cache-1")).status).to.equal(404);
      sandbox().reset();
    }
    expect((await call("PATCH", "/caches/cache-2", { name: "pages" })).body.included).to.deep.equal([]);
  });
});
