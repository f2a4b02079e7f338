/** Requests that it refuses, and how. */

import { expect } from "chai";
import { type Answered, application, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox, call, createApplication, createEnvironment, updateCache } = freshSandbox();

  describe("refuses", () => {
    const long = (length: number) => "a".repeat(length);
    type Send = (fields: object) => Promise<Answered>;
    type Case = [fields: Record<string, unknown>, failing: string[]];
    const tables: [operation: string, send: Send, cases: Case[]][] = [
      [
        "create application",
        createApplication,
        [
          [{ name: undefined }, ["name"]],
          [{ name: null }, ["name"]],
          [{ name: 7 }, ["name"]],
          [{ name: "a" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "shop*" }, ["name"]],
          [{ region: "us-west-1" }, ["region"]],
          [{ region: null }, ["region"]],
          [{ repository: "/acme" }, ["repository"]],
          [{ repository: `acme/${long(251)}` }, ["repository"]],
          [{ build_command: long(2001) }, ["build_command"]],
          [{ root_directory: true }, ["root_directory"]],
          [{ cluster_id: null }, ["cluster_id"]],
          [{ source_control_provider_type: undefined }, ["source_control_provider_type"]],
          [{ source_control_provider_type: "hostD" }, ["source_control_provider_type"]],
          [
            { name: "*", region: "", repository: "", source_control_provider_type: null },
            ["name", "region", "repository", "source_control_provider_type"],
          ],
        ],
      ],
      [
        "create environment",
        createEnvironment,
        [
          [{ branch: undefined }, ["branch"]],
          [{ branch: 1 }, ["branch"]],
          [{ name: undefined }, ["name"]],
          [{ name: "" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "a.b" }, ["name"]],
          [{ build_command: long(2001) }, ["build_command"]],
          [{ cluster_id: 1 }, ["cluster_id"]],
          [{ edge_network_id: {} }, ["edge_network_id"]],
          [{ branch: null, name: null }, ["branch", "name"]],
        ],
      ],
      [
        "update cache",
        updateCache,
        [
          [{ name: undefined }, ["name"]],
          [{ name: "a" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "Sessions" }, ["name"]],
          [{ auto_upgrade_enabled: 1 }, ["auto_upgrade_enabled"]],
          [{ is_public: "true" }, ["is_public"]],
          [{ uses_hibernation: null }, ["uses_hibernation"]],
          [{ hibernation_timeout: 0 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: 61 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: 1.5 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: "5" }, ["hibernation_timeout"]],
          [{ size: "2gb" }, ["size"]],
          [{ eviction_policy: "lru" }, ["eviction_policy"]],
          [{ name: "A", size: "", is_public: "" }, ["name", "size", "is_public"]],
        ],
      ],
    ];
    for (const [operation, send, cases] of tables) {
      for (const [fields, failing] of cases) {
        it(`to ${operation} with ${shown(fields)}, and changes nothing`, async () => {
          await createApplication();
          const before = sandbox().state();
          const { status, body } = await send(fields);
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
    }

    it("a field with each of its messages", async () => {
      const { errors } = (await createApplication({ name: "*" })).body;
      expect(errors.name).to.have.length(2);
    });

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
      for (const path of [
        "/",
        "/organizations",
        "/applications/app-1",
        "/caches",
        "/applications/a/b/environments",
      ]) {
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

function shown(fields: Record<string, unknown>): string {
  const entries = Object.entries(fields).map(([name, value]) => {
    const text = value === undefined ? "absent" : JSON.stringify(value);
    return `${name} ${text.length > 40 ? `of ${String(value).length} characters` : text}`;
  });
  return entries.join(", ");
}
