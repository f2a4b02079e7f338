/** Requests that it refuses, and how; validation.test.ts has the values of each field. */

import { expect } from "chai";
import { type Answered, application, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox, call, createApplication, createEnvironment, updateCache } = freshSandbox();

  describe("refuses", () => {
    const mistakes: readonly [operation: string, send: () => Promise<Answered>, failing: string[]][] = [
      ["create application", () => createApplication({ name: "*", region: "" }), ["name", "region"]],
      ["create environment", () => createEnvironment({ name: "", branch: 1 }), ["name", "branch"]],
      ["update cache", () => updateCache({ name: "A", size: "" }), ["name", "size"]],
    ];
    for (const [operation, send, failing] of mistakes) {
      it(`mistakes in fields to ${operation}, with the messages of each, and changes nothing`, async () => {
        await createApplication();
        const before = sandbox().state();
        const { status, body } = await send();
        expect(status).to.equal(422);
        expect(body).to.have.all.keys("message", "errors");
        expect(body.errors).to.have.all.keys(...failing);
        for (const messages of Object.values(body.errors)) {
          expect(messages).to.be.an("array").that.is.not.empty;
          for (const message of messages as unknown[]) expect(message).to.be.a("string");
        }
        expect(sandbox().state()).to.deep.equal(before);
      });
    }

    it("a missing or wrong token, whatever the path", async () => {
      for (const token of ["", "wrong", `${sandbox().token}x`]) {
        for (const path of ["/applications", "/caches/cache-1", "/nothing"]) {
          const { status, body } = await call("POST", path, application, token);
          expect(status, `${token} ${path}`).to.equal(403);
          expect(body).to.have.all.keys("message");
        }
      }
      const response = await fetch(`${sandbox().url}/applications`, { method: "POST" });
      expect(response.status).to.equal(403);
    });

    it("an undocumented path", async () => {
      for (const path of ["/", "/organizations", "/applications/app-1", "/caches", "/applications/a/b/environments"]) {
        const { status, body } = await call("POST", path, {});
        expect(status, path).to.equal(404);
        expect(body).to.have.all.keys("message");
      }
      expect((await fetch(new URL("/elsewhere", sandbox().url))).status).to.equal(404);
    });

    it("another method on a documented path, and names the one that it takes", async () => {
      const cases = [
        ["GET", "/applications", "POST"],
        ["DELETE", "/applications/app-1/environments", "POST"],
        ["GET", "/caches/cache-1", "PATCH"],
      ] as const;
      for (const [method, path, allowed] of cases) {
        const { status, headers, body } = await call(method, path);
        expect(status, path).to.equal(405);
        expect(headers.get("allow")).to.equal(allowed);
        expect(body).to.have.all.keys("message");
      }
    });

    it("a body that is not JSON", async () => {
      const { status, body } = await call("POST", "/applications", "{name:");
      expect(status).to.equal(400);
      expect(body).to.have.all.keys("message");
    });

    it("a body of more than a megabyte", async () => {
      expect((await call("POST", "/applications", " ".repeat(1024 * 1024 + 1))).status).to.equal(413);
    });
  });
});
