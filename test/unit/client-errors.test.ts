/** Answers that end a request with an error: refusals, redirects, bodies that cannot be read. */

import { expect } from "chai";
import nock from "nock";
import { ApiError } from "../../provider/api/errors.js";
import { clientWith, create, host, update } from "./client-fixture.js";
import { useNock } from "./nock.js";

/** What was thrown instead of an answer. */
async function failed(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ApiError);
  return error as ApiError;
}

function jsonApi(...errors: object[]): string {
  return JSON.stringify({ errors });
}

describe("The client", () => {
  useNock();

  describe("takes for an error", () => {
    for (const [body, detail] of [
      ["<!doctype html><title>Sign in</title>", "HTML instead of JSON"],
      ["\n <html>", "HTML instead of JSON"],
      ['{"data": {"id": "1"', "broken JSON"],
      ["OK", "broken JSON"],
    ] as const) {
      it(`a body that is no JSON, and says that the request can have worked: ${body}`, async () => {
        nock(host).post("/v1/applications").reply(201, body);
        const { failure, effect } = await failed(clientWith().send(create));
        expect(failure).to.deep.equal({ kind: "unreadable", status: 201, detail });
        expect(effect).to.equal("unknown");
      });
    }

    const message = "It cannot be done.";
    const fields = { name: ["Too long.", "Taken."], size: ["Unknown."] };
    for (const status of [400, 401, 403, 404, 409, 422, 500, 503]) {
      // Two operations document fields without a status.
      for (const errors of [undefined, fields]) {
        it(`status ${status}, with the API's message${errors ? " and those of its fields" : ""}`, async () => {
          nock(host).post("/v1/applications").reply(status, { message, errors });
          const { failure } = await failed(clientWith().send(create));
          expect(failure).to.deep.equal({ kind: "status", status, message, fields: errors ?? {} });
        });
      }
    }

    const bodies: readonly [body: string, message: string | undefined, fields: object][] = [
      ["", undefined, {}],
      ["<html>", undefined, {}],
      ["[]", undefined, {}],
      ["null", undefined, {}],
      ['{"message": 5, "errors": []}', undefined, {}],
      ['{"message": " "}', undefined, {}],
      ['{"message": " a \\n"}', "a", {}],
      [
        '{"errors": {"name": "One.", "size": ["Two.", 3, null], "x": null}}',
        undefined,
        { name: ["One."], size: ["Two."], x: [] },
      ],
      [
        jsonApi(
          { detail: "One.", source: { pointer: "/data/attributes/name" } },
          { detail: "Two.", source: { pointer: "/data/attributes/name" } },
          { detail: "Three.", source: { pointer: "/data/attributes/repository/full_name" } },
          { detail: "Four.", source: { pointer: "/size" } },
          { detail: "Five.", source: { pointer: "/data/relationships/cluster" } },
        ),
        undefined,
        { name: ["One.", "Two."], "repository.full_name": ["Three."], size: ["Four."], cluster: ["Five."] },
      ],
      [
        jsonApi(
          { detail: " One. " },
          { detail: "Two.", source: { pointer: "/data" } },
          { detail: "Three.", source: { pointer: 5 } },
          { detail: "Four.", source: { parameter: "x" } },
          { title: "Five" },
          { detail: ["Six."] },
        ),
        "One. Two. Three. Four. Six.",
        {},
      ],
      ['{"message": "No.", "errors": [{"detail": "One."}, "Two.", null]}', "No. One.", {}],
    ];
    for (const [body, said, of] of bodies) {
      it(`status 422 with a body that is not as documented: ${body}`, async () => {
        nock(host).patch("/v1/caches/cache-1").reply(422, body);
        const { failure } = await failed(clientWith().send(update));
        const html = body.startsWith("<") ? { html: true } : {};
        expect(failure).to.deep.equal({ kind: "status", status: 422, message: said, fields: of, ...html });
      });
    }

    for (const status of [301, 302, 303, 307, 308]) {
      it(`status ${status}: no redirect is followed, it could lead the token elsewhere`, async () => {
        nock(host).patch("/v1/caches/cache-1").reply(status, "", { location: "https://evil.example/x" });
        const elsewhere = nock("https://evil.example").get("/x").reply(200, {}).patch("/x").reply(200, {});
        expect((await failed(clientWith().send(update))).failure).to.deep.equal({
          kind: "status",
          status,
          message: undefined,
          fields: {},
          redirect: { location: "https://evil.example/x", base: `${host}/v1/caches/cache-1` },
        });
        expect(elsewhere.pendingMocks()).to.have.lengthOf(2);
      });
    }
  });
});
