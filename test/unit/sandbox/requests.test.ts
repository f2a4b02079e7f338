/** What requests do, and which it refuses; validation.test.ts has the values of each field. */

import { expect } from "chai";
import { application, environment, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox, call, createApplication, createEnvironment, updateCache, stored } = freshSandbox();

  describe("creates an application", () => {
    it("as JSON, with its repository in included", async () => {
      const { status, headers, body } = await createApplication();
      expect(status).to.equal(201);
      expect(headers.get("content-type")).to.equal("application/json");
      expect(body.data).to.include({ id: "app-1", type: "applications" });
      expect(body.data.attributes.repository).to.deep.equal({ full_name: "acme/shop", default_branch: "main" });
      const { id } = body.data.relationships.repository.data;
      expect(body.included).to.deep.equal([{ id, type: "repositories", attributes: { name: "shop" } }]);
    });

    it("with a default environment, which gets the build command", async () => {
      const { data } = (await createApplication({ build_command: "npm run build" })).body;
      const reference = { type: "environments", id: "env-1" };
      expect(data.relationships.defaultEnvironment.data).to.deep.equal(reference);
      expect(data.relationships.environments.data).to.deep.equal([reference]);
      expect(stored("environments", "env-1")?.attributes.build_command).to.equal("npm run build");
    });

    it("without what is not documented as required, and with any other fields", async () => {
      const { status, body } = await createApplication({ repository: undefined, colour: "red" });
      expect(status).to.equal(201);
      expect(body.data.attributes.region).to.equal("us-east-1");
      expect(body.data.relationships.repository.data).to.equal(null);
      expect(body.included).to.deep.equal([]);
    });
  });

  describe("creates an environment", () => {
    beforeEach(() => createApplication());

    it("within its application", async () => {
      const { status, body } = await createEnvironment();
      expect(status).to.equal(200);
      const { application: owner, branch } = body.data.relationships;
      expect(owner.data).to.deep.equal({ type: "applications", id: "app-1" });
      expect(branch.data).to.deep.equal({ type: "branches", id: "branch-next" });
      const { data } = stored("applications", "app-1")?.relationships.environments ?? {};
      expect(data).to.deep.equal(["env-1", "env-2"].map((id) => ({ type: "environments", id })));
    });

    it("unless its name is taken within the application, or the application is unknown", async () => {
      await createEnvironment();
      const { status, body } = await createEnvironment();
      expect(status).to.equal(422);
      expect(body.errors).to.have.all.keys("name");
      await createApplication();
      expect((await call("POST", "/applications/app-2/environments", environment)).status).to.equal(200);
      expect((await call("POST", "/applications/app-9/environments", environment)).status).to.equal(404);
    });
  });

  describe("updates a cache", () => {
    it("in the fields of the request and no other", async () => {
      const before = stored("caches", "cache-1")?.attributes;
      const { status, body } = await updateCache({ name: "other", size: "1gb" });
      expect(status).to.equal(200);
      expect(body.data.attributes).to.deep.equal({ ...before, name: "other", size: "1gb" });
      expect(stored("caches", "cache-1")).to.deep.equal(body.data);
    });

    it("and includes the environments that use it, with their links", async () => {
      const { included } = (await updateCache()).body;
      expect(included).to.have.lengthOf(1);
      expect(included[0]).to.include({ id: "env-0", type: "environments" });
      expect(included[0].links.self).to.have.all.keys(..."href rel describedby title type hreflang meta".split(" "));
      expect((await call("PATCH", "/caches/cache-2", { name: "pages" })).body.included).to.deep.equal([]);
    });

    it("whose id is percent-encoded, unless it is unknown", async () => {
      const statuses = [];
      for (const id of ["%63ache-1", "%zz", "cache-9"]) {
        statuses.push((await call("PATCH", `/caches/${id}`, { name: "sessions" })).status);
      }
      expect(statuses).to.deep.equal([200, 404, 404]);
    });
  });

  describe("answers reads", () => {
    const reading = freshSandbox({ reads: true });

    it("of each kind at its own address, where it is asked to", async () => {
      await reading.createApplication();
      for (const [path, id, included] of [
        ["/applications/app-1", "app-1", 1],
        ["/environments/env-1?include=branch", "env-1", 0],
        ["/caches/cache-1", "cache-1", 1],
      ] as const) {
        const { status, body } = await reading.call("GET", path);
        expect([status, body.data.id, body.included.length]).to.deep.equal([200, id, included]);
        expect((await reading.call("GET", path.replace(id, "none"))).status).to.equal(404);
        expect((await call("GET", path)).status).to.be.oneOf([404, 405]);
      }
    });
  });

  describe("refuses", () => {
    it("mistakes in fields, with the messages of each, and changes nothing", async () => {
      await createApplication();
      const before = sandbox().state();
      const wrong = { name: "*", build_command: 1, size: "" };
      for (const [send, second] of [
        [createApplication, "build_command"],
        [createEnvironment, "build_command"],
        [updateCache, "size"],
      ] as const) {
        const { status, body } = await send(wrong);
        expect(status).to.equal(422);
        expect(body.message).to.be.a("string");
        expect(Object.keys(body.errors)).to.deep.equal(["name", second]);
      }
      expect(sandbox().state()).to.deep.equal(before);
    });

    /** The statuses of POST requests, of which each response has a message alone. */
    async function refused(paths: readonly string[], body: unknown = {}, token?: string): Promise<number[]> {
      const responses = await Promise.all(paths.map((path) => call("POST", path, body, token)));
      for (const response of responses) expect(response.body).to.have.all.keys("message");
      return responses.map(({ status }) => status);
    }

    it("a missing or wrong token, whatever the path", async () => {
      for (const token of ["", "wrong", `${sandbox().token}x`]) {
        const paths = ["/applications", "/caches/cache-1", "/nothing"];
        expect(await refused(paths, application, token)).to.deep.equal([403, 403, 403]);
      }
      expect((await fetch(`${sandbox().url}/applications`, { method: "POST" })).status).to.equal(403);
    });

    it("an undocumented path", async () => {
      const paths = ["/", "/organizations", "/applications/app-1", "/caches", "/applications/a/b/environments"];
      expect(await refused(paths)).to.deep.equal(paths.map(() => 404));
      expect((await fetch(new URL("/elsewhere", sandbox().url))).status).to.equal(404);
    });

    it("another method on a documented path, and names the one that it takes", async () => {
      for (const [method, path, allowed] of [
        ["GET", "/applications", "POST"],
        ["DELETE", "/applications/app-1/environments", "POST"],
        ["GET", "/caches/cache-1", "PATCH"],
      ] as const) {
        const { status, headers } = await call(method, path);
        expect([status, headers.get("allow")]).to.deep.equal([405, allowed]);
      }
    });

    it("a body that is not JSON, or has more than a megabyte", async () => {
      expect(await refused(["/applications"], "{name:")).to.deep.equal([400]);
      expect(await refused(["/applications"], " ".repeat(1024 * 1024 + 1))).to.deep.equal([413]);
    });
  });
});
