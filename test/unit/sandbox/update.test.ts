/** Caches that it updates. */

import { expect } from "chai";
import { freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { call, updateCache, stored } = freshSandbox();

  describe("updates a cache", () => {
    it("in the stated fields and no other", async () => {
      const before = stored("caches", "cache-1").attributes;
      const { status, body } = await updateCache({ name: "other", size: "1gb" });
      expect(status).to.equal(200);
      expect(body.data.attributes).to.deep.equal({ ...before, name: "other", size: "1gb" });
      expect(stored("caches", "cache-1")).to.deep.equal(body.data);
    });

    it("and includes the environments that use it, with their links", async () => {
      const { included } = (await updateCache()).body;
      expect(included).to.have.length(1);
      expect(included[0]).to.include({ id: "env-0", type: "environments" });
      expect(included[0].attributes).to.include.keys("name", "network_settings");
      expect(included[0].links.self).to.have.all.keys(..."href rel describedby title type hreflang meta".split(" "));
      expect((await call("PATCH", "/caches/cache-2", { name: "pages" })).body.included).to.deep.equal([]);
    });

    it("whose id is percent-encoded", async () => {
      expect((await call("PATCH", "/caches/%63ache-1", { name: "sessions" })).status).to.equal(200);
      expect((await call("PATCH", "/caches/%zz", { name: "sessions" })).status).to.equal(404);
    });

    it("unless the cache is unknown", async () => {
      const { status, body } = await call("PATCH", "/caches/cache-9", { name: "sessions" });
      expect(status).to.equal(404);
      expect(body).to.have.all.keys("message");
    });
  });
});
