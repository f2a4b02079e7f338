/** What it keeps of its requests, and the admin endpoints to that. */

import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../../provider/sandbox/index.js";
import { clientOf, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox, call, createApplication, updateCache } = freshSandbox();

  describe("keeps", () => {
    it("each request, with its token masked", async () => {
      await updateCache();
      await call("POST", "/applications?x=1", "{");
      const [first, second, ...more] = sandbox().requests();
      expect(more).to.deep.equal([]);
      expect(first).to.deep.include({
        method: "PATCH",
        path: "/caches/cache-1",
        body: { name: "sessions" },
        status: 200,
      });
      expect(first?.headers.authorization).to.equal("Bearer ***");
      expect(second).to.deep.include({ method: "POST", path: "/applications?x=1", body: "{", status: 400 });
    });

    it("nothing after a reset", async () => {
      const fresh = sandbox().state();
      await createApplication();
      await updateCache({ name: "other" });
      sandbox().reset();
      expect(sandbox().state()).to.deep.equal(fresh);
      expect(sandbox().requests()).to.deep.equal([]);
      expect(fresh.caches.map(({ id }) => id)).to.deep.equal(["cache-1", "cache-2", "cache-3"]);
    });

    it("its state from those who look at it", () => {
      sandbox().state().caches.pop();
      expect(sandbox().state().caches).to.have.length(3);
    });

    it("its answers the same from run to run", async () => {
      const run = async (where: Sandbox) => {
        const client = clientOf(() => where);
        const answers = [await client.createApplication(), await client.createEnvironment()];
        return [...answers, await client.updateCache()].map(({ body }) => body);
      };
      const other = await startSandbox();
      try {
        expect(await run(other)).to.deep.equal(await run(sandbox()));
      } finally {
        await other.close();
      }
    });
  });

  describe("has admin endpoints without a token", () => {
    const door = (path: string, method = "GET") => fetch(new URL(`/_sandbox/${path}`, sandbox().url), { method });

    it("to its state", async () => {
      await createApplication();
      expect(await (await door("state")).json()).to.deep.equal(sandbox().state());
    });

    it("to the requests, which holds no token and does not list itself", async () => {
      await createApplication();
      const text = await (await door("requests")).text();
      expect(JSON.parse(text)).to.deep.equal(sandbox().requests());
      expect(text).not.to.contain(sandbox().token);
      expect(sandbox().requests()).to.have.length(1);
    });

    it("to a fresh start", async () => {
      await createApplication();
      expect((await door("reset", "POST")).status).to.equal(200);
      expect(sandbox().state().applications).to.deep.equal([]);
    });

    it("to nothing else", async () => {
      expect((await door("reset")).status).to.equal(404);
      expect((await door("fault", "POST")).status).to.equal(404);
    });
  });
});
