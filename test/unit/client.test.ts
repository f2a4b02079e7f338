/** What goes over the wire: requests as the API documents them, and answers read whatever they look like. */

import { expect } from "chai";
import nock from "nock";
import type { ClientSettings } from "../../provider/api/client.js";
import { version } from "../../provider/host/version.js";
import * as fixture from "./client-fixture.js";
import { useNock } from "./nock.js";

const { host } = fixture;

function client(settings: Partial<ClientSettings> = {}) {
  return fixture.clientWith({ userAgent: `pulumi-apphosting/${version}`, ...settings });
}

const update = { ...fixture.update, body: { name: "nn" } };
const create = { ...fixture.create, body: { name: "nn" } };

describe("The client", () => {
  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });
  useNock();

  describe("sends", () => {
    for (const request of [update, create]) {
      it(`a ${request.method} with the bearer token, as JSON, and says which release it is`, async () => {
        let headers: Record<string, string> = {};
        nock(host)
          .intercept(`/v1/${request.path.join("/")}`, request.method, { name: "nn" })
          .reply(function () {
            headers = this.req.headers as unknown as Record<string, string>;
            return [200, {}];
          });
        await client().send(request);
        expect(headers).to.include({
          authorization: "Bearer secret-token",
          "content-type": "application/json",
          accept: "application/json",
          "user-agent": `pulumi-apphosting/${version}`,
          host: "api.example.com",
        });
      });
    }

    it("null and false in the body, which are statements", async () => {
      const body = { build_command: null, size: "1gb", text: "ü🚀\u2028" };
      nock(host).patch("/v1/caches/cache-1", body).reply(200, {});
      await client().send({ ...update, body });
    });

    const segments: readonly [id: string, path: string][] = [
      ["a/b", "a%2Fb"],
      ["a b", "a%20b"],
      ["../users", "..%2Fusers"],
      ["a?b=c#d", "a%3Fb%3Dc%23d"],
      ["%2e%2e", "%252e%252e"],
      ["ü", "%C3%BC"],
      ["...", "..."],
      ["a;b@c", "a%3Bb%40c"],
      ["\n", "%0A"],
    ];
    for (const [id, path] of segments) {
      it(`the id ${JSON.stringify(id)} as the one path segment ${path}`, async () => {
        let sent = "";
        nock(host)
          .patch(() => true)
          .reply(function () {
            sent = this.req.path;
            return [200, {}];
          });
        await client().send({ ...update, path: ["caches", id] });
        expect(sent).to.equal(`/v1/caches/${path}`);
      });
    }

    it("to a base URL without a path as well", async () => {
      nock(host).patch("/caches/cache-1").reply(200, {});
      await client({ baseUrl: host }).send(update);
    });
  });

  describe("takes for an answer", () => {
    for (const status of [200, 201, 202, 203, 226, 299]) {
      it(`status ${status}`, async () => {
        nock(host)
          .post("/v1/applications")
          .reply(status, { data: { id: "12345678901234567890" } });
        expect(await client().send(create)).to.deep.equal({ data: { id: "12345678901234567890" } });
      });
    }

    for (const type of ["text/html", "text/plain; charset=latin1", "application/vnd.api+json", ""]) {
      it(`JSON of the content type "${type}"`, async () => {
        nock(host)
          .patch("/v1/caches/cache-1")
          .reply(200, '\ufeff{"data": {"id": 12345678901234567890}}', { "content-type": type });
        expect(await client().send(update)).to.deep.equal({ data: { id: "12345678901234567890" } });
      });
    }

    for (const [status, body] of [
      [204, ""],
      [200, ""],
      [200, " \r\n"],
      [205, ""],
    ] as const) {
      it(`an empty body, as one without fields: ${status} ${JSON.stringify(body)}`, async () => {
        nock(host).patch("/v1/caches/cache-1").reply(status, body);
        expect(await client().send(update)).to.equal(undefined);
      });
    }
  });
});
