/** Errors in the words of a user: what happened, to what, and what to do. */

import { expect } from "chai";
import type { Effect, Failure } from "../../provider/api/errors.js";
import { failed, message, operations } from "./explain-fixture.js";

const address = "api.example.com";
const beforeTheApi = "something before the API answered, such as a proxy, a firewall or a login page. Check";

function redirected(location: string): Failure {
  return { ...failed(302), redirect: { location, base: `https://${address}/v1/caches/cache-9` } };
}

const setToken = ["pulumi config set --secret apphosting:token <token>", "APPHOSTING_TOKEN"];
const network = { kind: "connection", address } as const;
const certificate = { kind: "certificate", address } as const;
const timeout = { kind: "timeout", seconds: 60, address } as const;
const unreadable = { kind: "unreadable", status: 200 } as const;

describe("An error", () => {
  const table: readonly [what: string, failure: Failure, says: readonly (string | RegExp)[]][] = [
    ["a refusal", failed(409, "It is locked."), ["failed with status 409: It is locked."]],
    ["a refusal without a message", failed(400), [/failed with status 400$/m]],
    ["a token that is not accepted", failed(401, "No."), ["401: No.", "expired", ...setToken]],
    ["a token without the permission", failed(403, "No."), ["403: No.", "permission", ...setToken]],
    ["a redirect", failed(302), ["302", "Redirects are not followed. Check apphosting:baseUrl."]],
    [
      "a redirect to another host",
      redirected("https://login.example.com:8443/sign-in?next=%2Fcaches#top"),
      ["Redirects are not followed; this one leads to login.example.com:8443/sign-in. Check"],
    ],
    ["a redirect to another path", redirected("/login"), ["; this one leads to api.example.com/login. Check"]],
    [
      "a redirect with the token in its path",
      redirected("https://api.example.com/secret%2Dtoken/secret-token/x"),
      ["leads to api.example.com/secret%2Dtoken/[token]/x. Check"],
    ],
    ["a redirect to nowhere", redirected("https://"), ["Redirects are not followed. Check"]],
    ["a method that is not taken", failed(405, "No POST."), ["405: No POST.", "Check apphosting:baseUrl"]],
    ["an expired page", failed(419, "CSRF token mismatch."), ["419: CSRF", "Check apphosting:baseUrl"]],
    [
      "a path that the API does not have",
      failed(404, "The route v9/caches could not be found."),
      ["404: The route", "Check apphosting:baseUrl: there is no such path at that address."],
    ],
    ["a web page in place of a refused token", { ...failed(401), html: true }, [beforeTheApi]],
    ["a web page in place of a refused permission", { ...failed(403), html: true }, [beforeTheApi]],
    ["a failed server", failed(503, "Down."), ["failed with status 503: Down."]],
    ["a limit without end", { kind: "rate limit", waitedSeconds: 600 }, ["429", "10 minutes", "--parallel"]],
    ["no connection", { ...network, detail: "REFUSED" }, [address, "REFUSED", "apphosting:baseUrl"]],
    [
      "a certificate of an unknown authority",
      { ...certificate, detail: "SELF_SIGNED_CERT" },
      ["was not sent", address, "SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
    ],
    [
      "an expired certificate",
      { ...certificate, detail: "CERT_HAS_EXPIRED" },
      ["was not sent", address, "CERT_HAS_EXPIRED", "renew"],
    ],
    ["no connection in time", { ...timeout, connected: false }, ["was not sent", address, "60 s"]],
    ["no answer in time", { ...timeout, connected: true }, ["got no response", address, "60 s"]],
    ["a web page", { ...unreadable, detail: "HTML instead of JSON" }, ["200", "HTML", "apphosting:baseUrl"]],
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

  const missing: readonly [operation: string, says: string][] = [
    ["create environment", 'Check applicationId: the API knows no "app/1"'],
    ["update cache", 'Check cacheId: the API knows no "cache/1"'],
    ["create application", "Check apphosting:baseUrl"],
  ];
  for (const [operation, says] of missing) {
    it(`of ${operation} with status 404 says what is not there`, () => {
      expect(message(operation, failed(404, "Not found.")))
        .to.include("404: Not found.")
        .and.include(says);
    });
  }

  it("of update cache with status 404 and no words of the API also doubts the address", () => {
    const doubt = "Or check apphosting:baseUrl: the response does not look like this API's.";
    expect(message("update cache", failed(404, undefined))).to.include(doubt);
    expect(message("update cache", failed(404, "Not found."))).not.to.include(doubt);
  });

  it("of a web page in place of the API does not blame the token", () => {
    expect(message("update cache", { ...failed(403), html: true })).not.to.include("token");
  });

  it("of a path that the API does not have does not blame the id", () => {
    const text = message("update cache", failed(404, "The route v9/caches/cache-9 could not be found."));
    expect(text).not.to.include("cacheId");
  });

  const inProgress: readonly Failure[] = [
    failed(422, "An operation is already in progress for this cache."),
    failed(422, "Invalid.", { size: ["A resize is Already In Progress."] }),
  ];
  for (const failure of inProgress) {
    it("of a change beside one that is under way says to wait for the status", () => {
      expect(message("update cache", failure)).to.match(/Wait until the status .* then run `pulumi up` again\.$/);
    });
  }

  for (const [operation, failure] of [
    ["create environment", failed(422, "A deployment is already in progress.")],
    ["update cache", failed(422, "It is not in progress.")],
  ] as const) {
    it(`of ${operation} says nothing of a change under way where there is none`, () => {
      expect(message(operation, failure)).not.to.include("Wait until");
    });
  }

  it("keeps the API's words, whatever the program calls things", () => {
    const said = "The environment staging of Shop is busy: sessions, main.";
    const errors = { name: ["No staging."] };
    for (const operation of operations) {
      expect(message(operation, failed(409, said, errors))).to.equal(
        `${operation} failed with status 409: ${said}\n  name: No staging.`,
      );
    }
  });

  const effects: readonly [operation: string, Effect, says: RegExp, not: RegExp][] = [
    ["create application", "unknown", /application may still have been created.*web console/s, /settings/],
    ["create environment", "unknown", /environment may still have been created.*web console/s, /settings/],
    ["update cache", "unknown", /settings may still have been changed/, /created|web console/],
    ["create application", "none", /./, /may still have/],
    ["create environment", "none", /./, /may still have/],
    ["update cache", "none", /./, /may still have/],
  ];
  for (const [operation, effect, says, not] of effects) {
    it(`of ${operation} says what may have become of it, if that is ${effect}`, () => {
      const text = message(operation, { kind: "connection", detail: "ECONNRESET", address }, effect);
      expect(text).to.match(says).and.not.match(not);
    });
  }
});
