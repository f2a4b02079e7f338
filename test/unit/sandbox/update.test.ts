/** Caches that it updates. */

import { expect } from "chai";
import { freshSandbox, typesOf } from "./client.js";

describe("The sandbox", () => {
  const { call, updateCache, stored } = freshSandbox();

  describe("updates a cache", () => {
    it("in the stated fields and no other", async () => {
      const before = stored("caches", "cache-1").attributes;
      const { status, body } = await updateCache({ is_public: true, size: "1gb" });
      expect(status).to.equal(200);
      expect(body.data.attributes).to.deep.equal({ ...before, is_public: true, size: "1gb" });
      expect(stored("caches", "cache-1")).to.deep.equal(body.data);
    });

    it("in every field that is documented", async () => {
      const fields = {
        name: "other",
        auto_upgrade_enabled: false,
        is_public: true,
        uses_hibernation: true,
        hibernation_timeout: 60,
        size: "valkey-pro.25gb",
        eviction_policy: "noeviction",
      };
      expect((await updateCache(fields)).body.data.attributes).to.include(fields);
    });

    it("with every documented attribute and relationship", async () => {
      const { data } = (await updateCache()).body;
      expect(data.attributes).to.have.all.keys(
        ..."name type status region size auto_upgrade_enabled is_public eviction_policy".split(" "),
        ..."uses_hibernation hibernation_timeout created_at connection".split(" "),
      );
      const { hostname, port, protocol, ...nested } = data.attributes.connection;
      expect({ hostname, port, protocol }).to.deep.equal({
        hostname: "cache-1.sandbox.test",
        port: 6379,
        protocol: "redis",
      });
      expect(Object.values(nested)).to.deep.equal([{ username: "sandbox", password: "sandbox-password" }]);
      expect(typesOf(data)).to.deep.equal({ environments: ["environments"] });
    });

    it("and includes the environments that use it, with their links", async () => {
      const { included } = (await updateCache()).body;
      expect(included).to.have.length(1);
      expect(included[0]).to.include({ id: "env-0", type: "environments" });
      expect(included[0].attributes).to.include.keys("name", "network_settings");
      expect(included[0].links.self).to.have.all.keys(
        ..."href rel describedby title type hreflang meta".split(" "),
      );
      expect((await call("PATCH", "/caches/cache-2", { name: "pages" })).body.included).to.deep.equal([]);
    });

    it("unless the cache is unknown", async () => {
      const { status, body } = await call("PATCH", "/caches/cache-9", { name: "sessions" });
      expect(status).to.equal(404);
      expect(body).to.have.all.keys("message");
    });
  });
});
