/** What goes over the wire: requests as the API documents them, and what comes back. */

import { expect } from "chai";
import nock from "nock";
import type { ApiRequest } from "../../provider/api/http.js";
import { filled } from "../../provider/definitions/operation.js";
import { atOnce, clientWith, create, failed, host, outcome, update, useNock } from "./client-fixture.js";

describe("The client", () => {
  useNock();

  for (const request of [update, create]) {
    it(`sends a ${request.method} with the bearer token, as JSON, and says which release it is`, async () => {
      const body = { build_command: null, size: "1gb", text: "ü🚀\u2028" };
      const reqheaders = {
        authorization: "Bearer secret-token",
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": "pulumi-apphosting/1.2.3",
      };
      nock(host, { reqheaders }).intercept(`/v1${request.path}`, request.method, body).reply(200, {});
      const client = clientWith({ userAgent: "pulumi-apphosting/1.2.3" });
      expect(await client.send({ ...request, body })).to.deep.equal({});
    });
  }

  it("sends any id as one path segment", async () => {
    const ids = ["a/b", "a b", "../users", "a?b=c#d", "%2e%2e", "ü", "...", "a;b@c", "\n"];
    const encoded = "a%2Fb a%20b ..%2Fusers a%3Fb%3Dc%23d %252e%252e %C3%BC ... a%3Bb%40c %0A".split(" ");
    for (const [index, id] of ids.entries()) {
      // Another path is refused.
      nock(host).patch(`/v1/caches/${encoded[index]}`).reply(200, {});
      const path = filled("/caches/{id}", { id }, encodeURIComponent);
      expect(await clientWith().send({ ...update, path }), id).to.deep.equal({});
    }
  });

  it("sends a GET without a body, and again after a failure, of which nothing can have come", async () => {
    const path = "/caches/cache-1?include=environments";
    const read: ApiRequest = { operation: "read cache", method: "GET", path, body: {} };
    const reply = (status: number, text = "{}") =>
      nock(host, { badheaders: ["content-type", "content-length"] })
        .get(`/v1${path}`, "")
        .reply(status, text, atOnce);
    reply(503);
    reply(200);
    expect(await clientWith({ maxRetries: 1 }).send(read)).to.deep.equal({});
    reply(503);
    expect(await outcome(clientWith().send(read))).to.deep.equal([503, "none"]);
    reply(200, "<html>");
    expect(await outcome(clientWith().send(read))).to.deep.equal(["unreadable", "none"]);
  });

  it("reads JSON whatever the content type says", async () => {
    for (const type of ["text/html", "text/plain; charset=latin1", "application/vnd.api+json", ""]) {
      nock(host).post("/v1/applications").reply(201, '\ufeff{"text": "ü"}', { "content-type": type });
      expect(await clientWith().send(create), type).to.deep.equal({ text: "ü" });
    }
  });

  it("throws an error of its own, which says what was to be done and whether that can have happened", async () => {
    nock(host).post("/v1/applications").reply(201, "OK");
    const error = await failed(clientWith().send(create));
    expect(error).to.include({ name: "ApiError", message: "create application: unreadable", effect: "unknown" });
    expect(error.failure).to.deep.equal({ kind: "unreadable", status: 201, detail: "broken JSON" });
  });

  it("follows no redirect, which could lead the token elsewhere", async () => {
    const elsewhere = nock("https://evil.example").get("/x").reply(200, {}).patch("/x").reply(200, {});
    for (const status of [300, 301, 302, 303, 307, 308]) {
      nock(host).patch("/v1/caches/cache-1").reply(status, "", { location: "https://evil.example/x" });
      const { failure } = await failed(clientWith().send(update));
      expect(failure).to.deep.equal({ kind: "status", status, message: undefined, fields: {} });
    }
    expect(elsewhere.pendingMocks()).to.have.lengthOf(2);
  });
});
