/** Errors in the words of a user: what happened, to what, and what to do. */

import { expect } from "chai";
import type { Effect, Failure, Operation } from "../../provider/api/errors.js";
import { answered, message, operations } from "./explain-fixture.js";

const address = "api.example.com";

describe("An error", () => {
  const table: readonly [what: string, failure: Failure, says: readonly (string | RegExp)[]][] = [
    ["a refusal", answered(409, "It is locked."), ["was answered 409: It is locked."]],
    ["a refusal without a message", answered(400), [/was answered 400$/m]],
    [
      "a token that is not accepted",
      answered(401, "No."),
      [
        "401: No.",
        "token",
        "expired",
        "pulumi config set --secret apphosting:token <token>",
        "APPHOSTING_TOKEN",
      ],
    ],
    [
      "a token without the permission",
      answered(403, "No."),
      ["403: No.", "token", "permission", "pulumi config set --secret apphosting:token <token>"],
    ],
    ["a redirect", answered(302), ["302", "Redirects are not followed", "apphosting:baseUrl"]],
    ["a failed server", answered(503, "Down."), ["was answered 503: Down."]],
    ["a limit without end", { kind: "rate limit", waitedSeconds: 600 }, ["429", "10 minutes", "--parallel"]],
    [
      "no connection",
      { kind: "connection", detail: "ECONNREFUSED", address },
      [address, "ECONNREFUSED", "apphosting:baseUrl"],
    ],
    [
      "a certificate of an unknown authority",
      { kind: "certificate", detail: "DEPTH_ZERO_SELF_SIGNED_CERT", address },
      ["was not sent", address, "DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
    ],
    [
      "an expired certificate",
      { kind: "certificate", detail: "CERT_HAS_EXPIRED", address },
      ["was not sent", address, "CERT_HAS_EXPIRED", "renew"],
    ],
    [
      "no connection in time",
      { kind: "timeout", seconds: 60, address, connected: false },
      ["was not sent", address, "60 s"],
    ],
    [
      "no answer in time",
      { kind: "timeout", seconds: 60, address, connected: true },
      ["had no answer", address, "60 s"],
    ],
    [
      "a web page",
      { kind: "unreadable", status: 200, detail: "HTML instead of JSON" },
      ["200", "HTML", "apphosting:baseUrl"],
    ],
    ["an answer without an id", { kind: "no id" }, ["without an id"]],
  ];
  for (const operation of operations) {
    for (const [what, failure, says] of table) {
      it(`of ${operation} says what happened and what to do: ${what}`, () => {
        const text = message(operation, failure);
        expect(text.startsWith(`${operation} `)).to.equal(true);
        for (const part of says) {
          if (typeof part === "string") expect(text).to.include(part);
          else expect(text).to.match(part);
        }
        expect(text).to.not.match(/undefined|\[object|^\s+at /m);
      });
    }
  }

  const missing: readonly [Operation, says: string][] = [
    ["create environment", 'Check applicationId: the API knows no "app-9"'],
    ["update cache", 'Check cacheId: the API knows no "cache-9"'],
    ["create application", "Check apphosting:baseUrl"],
  ];
  for (const [operation, says] of missing) {
    it(`of ${operation} with status 404 says what is not there`, () => {
      expect(message(operation, answered(404, "Not found.")))
        .to.include("404: Not found.")
        .and.include(says);
    });
  }

  it("of update cache with status 404 and no words of the API also doubts the address", () => {
    const doubt = "Or check apphosting:baseUrl: the answer is hardly the API's.";
    expect(message("update cache", answered(404, undefined))).to.include(doubt);
    expect(message("update cache", answered(404, "Not found."))).not.to.include(doubt);
  });

  const effects: readonly [Operation, Effect, says: RegExp, not: RegExp][] = [
    ["create application", "unknown", /application may have been created.*web console/s, /settings/],
    ["create environment", "unknown", /environment may have been created.*web console/s, /settings/],
    ["update cache", "unknown", /settings may have been changed/, /created|web console/],
    ["create application", "none", /./, /may have/],
    ["create environment", "none", /./, /may have/],
    ["update cache", "none", /./, /may have/],
  ];
  for (const [operation, effect, says, not] of effects) {
    it(`of ${operation} says what may have become of it, if that is ${effect}`, () => {
      const text = message(operation, { kind: "connection", detail: "ECONNRESET", address }, effect);
      expect(text).to.match(says).and.not.match(not);
    });
  }
});
