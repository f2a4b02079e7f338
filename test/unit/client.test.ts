/** What goes over the wire: requests as the API documents them, and responses read whatever they look like. */

import { expect } from "chai";
import nock from "nock";
import type { ApiRequest } from "../../provider/api/http.js";
import { filled } from "../../provider/definitions/operation.js";
import { atOnce, clientWith, create, failed, host, update, useNock } from "./client-fixture.js";

describe("The client", () => {
  useNock();

  describe("sends", () => {
    for (const request of [update, create]) {
      it(`a ${request.method} with the bearer token, as JSON, and says which release it is`, async () => {
        const body = { build_command: null, size: "1gb", text: "ü🚀\u2028" };
        let headers: object = {};
        nock(host)
          .intercept(`/v1${request.path}`, request.method, body)
          .reply(function () {
            headers = this.req.headers;
            return [200, {}];
          });
        await clientWith({ userAgent: "pulumi-apphosting/1.2.3" }).send({ ...request, body });
        expect(headers).to.include({
          authorization: "Bearer secret-token",
          "content-type": "application/json",
          accept: "application/json",
          "user-agent": "pulumi-apphosting/1.2.3",
          host: "api.example.com",
        });
      });
    }

    it("any id as one path segment", async () => {
      const ids = ["a/b", "a b", "../users", "a?b=c#d", "%2e%2e", "ü", "...", "a;b@c", "\n"];
      const paths: string[] = [];
      nock(host)
        .patch(() => true)
        .times(ids.length)
        .reply(function () {
          paths.push(this.req.path);
          return [200, {}];
        });
      for (const id of ids)
        await clientWith().send({ ...update, path: filled("/caches/{id}", { id }, encodeURIComponent) });
      const encoded = "a%2Fb a%20b ..%2Fusers a%3Fb%3Dc%23d %252e%252e %C3%BC ... a%3Bb%40c %0A".split(" ");
      expect(paths).to.deep.equal(encoded.map((id) => `/v1/caches/${id}`));
    });
  });

  it("sends a GET without a body, and again after a failure, of which nothing can have come", async () => {
    const path = "/caches/cache-1?include=environments";
    const read: ApiRequest = { operation: "read cache", method: "GET", path, body: {} };
    const sent: [headers: object, body: unknown][] = [];
    const reply = (status: number, text = "{}") =>
      nock(host)
        .get(`/v1${path}`)
        .reply(function (_, body) {
          sent.push([this.req.headers, body]);
          return [status, text, atOnce];
        });
    reply(503);
    reply(200);
    expect(await clientWith({ maxRetries: 1 }).send(read)).to.deep.equal({});
    for (const [headers, body] of sent) {
      expect(body).to.equal("");
      expect(headers).not.to.have.any.keys("content-type", "content-length");
    }
    reply(503);
    expect((await failed(clientWith().send(read))).effect).to.equal("none");
    reply(200, "<html>");
    expect((await failed(clientWith().send(read))).effect).to.equal("none");
  });

  describe("takes for a response", () => {
    for (const status of [200, 201, 226, 299]) {
      it(`status ${status} with JSON, whatever its content type`, async () => {
        for (const type of ["text/html", "text/plain; charset=latin1", "application/vnd.api+json", ""]) {
          const body = '\ufeff{"data": {"id": "1"}}';
          nock(host).post("/v1/applications").reply(status, body, { "content-type": type });
          expect(await clientWith().send(create), type).to.deep.equal({ data: { id: "1" } });
        }
      });
    }

    it("an empty body, as one without fields", async () => {
      for (const [status, body] of Object.entries({ 204: "", 205: "", 200: " \r\n" })) {
        nock(host).patch("/v1/caches/cache-1").reply(Number(status), body);
        expect(await clientWith().send(update)).to.equal(undefined);
      }
    });
  });

  describe("takes for an error", () => {
    it("a body that is no JSON, and says that the request can have worked", async () => {
      for (const [body, detail] of [
        ["<!doctype html><title>Sign in</title>", "HTML instead of JSON"],
        ["\n <html>", "HTML instead of JSON"],
        ['{"data": {"id": "1"', "broken JSON"],
        ["OK <br>", "broken JSON"],
      ]) {
        nock(host).post("/v1/applications").reply(201, body);
        const error = await failed(clientWith().send(create));
        expect(error).to.include({ name: "ApiError", message: "create application: unreadable", effect: "unknown" });
        expect(error.failure, body).to.deep.equal({ kind: "unreadable", status: 201, detail });
      }
    });

    const message = "It cannot be done.";
    for (const [effect, statuses] of [
      ["none", [400, 401, 403, 404, 409, 422]],
      ["unknown", [408, 500, 503, 599]],
    ] as const) {
      it(`a refusal, with its messages whatever the status; the effect of ${statuses} is ${effect}`, async () => {
        const errors = { name: ["Too long.", "Taken."], size: ["Unknown."] };
        for (const status of statuses) {
          nock(host).post("/v1/applications").reply(status, { message, errors }, { location: "/elsewhere" });
          const error = await failed(clientWith().send(create));
          expect(error.failure).to.deep.equal({ kind: "status", status, message, fields: errors });
          expect(error.effect).to.equal(effect);
        }
      });
    }

    const error = (detail: unknown, pointer?: unknown) => ({ detail, ...(pointer ? { source: { pointer } } : {}) });
    const bodies: readonly [body: unknown, message: string | undefined, fields: object][] = [
      ["", undefined, {}],
      ["<html>", undefined, {}],
      ["null", undefined, {}],
      [{ message: 5, errors: [] }, undefined, {}],
      [{ message: " a \n" }, "a", {}],
      [{ message: " ", errors: [error("One.")] }, "One.", {}],
      [{ errors: { name: "One.", size: ["Two.", 3] } }, undefined, { name: ["One."], size: ["Two."] }],
      [{ errors: { name: null } }, undefined, { name: [] }],
      [{ message: "No.", errors: [error("One."), "Two.", null] }, "No. One.", {}],
      [{ errors: [error(" One. "), error("Two.", "/data"), error("Three.", 5)] }, "One. Two. Three.", {}],
      [{ errors: [{ detail: "Four.", source: { parameter: "x" } }, { title: "Five" }] }, "Four.", {}],
      [{ errors: [error(["Six."]), error("Seven.", "/data/attributes")] }, "Six. Seven.", {}],
      [{ errors: [error("1", "/data/attributes/a"), error("2", "/data/attributes/a")] }, undefined, { a: ["1", "2"] }],
      [{ errors: [error("1", "/a"), error("2", "b/0")] }, undefined, { a: ["1"], "b.0": ["2"] }],
      [{ errors: [error("1", "/data/relationships/a")] }, undefined, { a: ["1"] }],
      [{ errors: [error("1", "/a/data/b"), error("2", "/datas")] }, undefined, { "a.data.b": ["1"], datas: ["2"] }],
      [{ errors: [error("1", "/a/attributes/b/0")] }, undefined, { "a.attributes.b.0": ["1"] }],
      [{ errors: [error("1", "/attributesA")] }, undefined, { attributesA: ["1"] }],
    ];
    for (const [body, said, of] of bodies) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      it(`a refusal with the body ${text || "of no characters"}`, async () => {
        nock(host).patch("/v1/caches/cache-1").reply(422, text);
        const { failure } = await failed(clientWith().send(update));
        expect(failure).to.deep.equal({ kind: "status", status: 422, message: said, fields: of });
      });
    }

    for (const [status, effect] of [
      ...[300, 301, 307, 308].map((status) => [status, "none"] as const),
      // "See elsewhere" often stands for something done.
      ...[302, 303].map((status) => [status, "unknown"] as const),
    ]) {
      it(`status ${status}: no redirect is followed, it could lead the token elsewhere`, async () => {
        const elsewhere = nock("https://evil.example").get("/x").reply(200, {}).patch("/x").reply(200, {});
        for (const location of ["https://evil.example/x", undefined]) {
          const patched = nock(host).patch("/v1/caches/cache-1");
          patched.reply(status, "", location ? { location } : {});
          const error = await failed(clientWith().send(update));
          expect(error.failure).to.deep.equal({ kind: "status", status, message: undefined, fields: {} });
          expect(error.effect).to.equal(effect);
        }
        expect(elsewhere.pendingMocks()).to.have.lengthOf(2);
      });
    }
  });
});
