import { expect } from "chai";
import nock from "nock";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import {
  apiHost,
  catchApiError,
  createRequest,
  createTestClient,
  mockApi,
  passTime,
  readOutcome,
  retryAtOnce,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

describe("Client", () => {
  useNock();
  useFastTime();

  for (const request of [updateRequest, createRequest]) {
    it(`Client: sends a ${request.method} with the bearer token, a JSON body and the User-Agent`, async () => {
      const body = { build_command: null, size: "1gb", text: "ü🚀\u2028" };
      const reqheaders = {
        authorization: "Bearer secret-token",
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": "pulumi-apphosting/1.2.3",
      };
      nock(apiHost, { reqheaders }).intercept(`/v1${request.path}`, request.method, body).reply(200, {});
      const client = createTestClient({ userAgent: "pulumi-apphosting/1.2.3" });
      expect((await client.send({ ...request, body })).body).to.deep.equal({});
    });
  }

  it("Client: sends an encoded id unchanged", async () => {
    for (const id of "a%2Fb a%20b ..%2Fusers a%3Fb%3Dc%23d %252e%252e %C3%BC ... a%3Bb%40c %0A".split(" ")) {
      const path = `/caches/${id}`;
      // nock rejects another path.
      nock(apiHost).patch(`/v1${path}`).reply(200, {});
      expect((await createTestClient().send({ ...updateRequest, path })).body, id).to.deep.equal({});
    }
  });

  it("Client: sends a GET without a body and resends it after a failure", async () => {
    const path = "/caches/cache-1?include=environments";
    const read: ApiRequest = { action: "read cache", method: "GET", path, body: {} };
    const reply = (status: number, text = "{}") =>
      nock(apiHost, { badheaders: ["content-type", "content-length"] })
        .get(`/v1${path}`, "")
        .reply(status, text, retryAtOnce);
    reply(503);
    reply(200);
    expect((await passTime(createTestClient({ maxRetries: 1 }).send(read))).body).to.deep.equal({});
    reply(503);
    expect(await readOutcome(createTestClient().send(read))).to.deep.equal([503, "no effect"]);
    reply(200, "<html>");
    expect(await readOutcome(createTestClient().send(read))).to.deep.equal(["unreadable", "no effect"]);
  });

  it("Client: reads JSON from a response with any content type", async () => {
    for (const type of ["text/html", "text/plain; charset=latin1", "application/vnd.api+json", ""]) {
      nock(apiHost).post("/v1/applications").reply(201, '\ufeff{"text": "ü"}', { "content-type": type });
      expect((await createTestClient().send(createRequest)).body, type).to.deep.equal({ text: "ü" });
    }
  });

  it("Client: reports a rejected certificate with its error code", async () => {
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      mockApi(updateRequest, [Object.assign(new Error("refused"), { code })]);
      const { failure } = await catchApiError(createTestClient().send(updateRequest));
      expect(failure, code).to.include({ kind: "certificate", detail: code, address: "api.example.com" });
    }
  });

  it("Client: doesn't follow a redirect, which could take the token elsewhere", async () => {
    const elsewhere = nock("https://evil.example").get("/x").reply(200, {}).patch("/x").reply(200, {});
    for (const status of [300, 301, 302, 303, 307, 308]) {
      nock(apiHost).patch("/v1/caches/cache-1").reply(status, "", { location: "https://evil.example/x" });
      const { failure } = await catchApiError(createTestClient().send(updateRequest));
      expect(failure).to.include({ kind: "status", status, message: undefined });
    }
    expect(elsewhere.pendingMocks()).to.have.lengthOf(2);
  });
});
