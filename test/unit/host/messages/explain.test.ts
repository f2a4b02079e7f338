/** Errors in the words of a user: what happened, to what, and what to do. */

import { expect } from "chai";
import { ApiError, type Effect, type Failure } from "../../../../provider/api/http/errors.js";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { withOperations } from "../../../../provider/definitions/definition.js";
import type { Operation } from "../../../../provider/definitions/operation.js";
import { explainFailure } from "../../../../provider/host/messages/explain.js";
import { createConfiguredSession } from "../../host-fixture.js";
import { application, cache, environment, type TestedResource } from "../../resources.js";

/** What is said of a failed create, for a cache of its adoption. */
function message(of: TestedResource, failure: Failure, effect: Effect = "none", more: JsonObject = {}): string {
  const { definition, documented, required } = of;
  const { session } = createConfiguredSession({ token: "secret-token" });
  const subject = { session, definition: withOperations(definition, {}), id: "", values: { ...required, ...more } };
  const { create } = definition.operations;
  return explainFailure(new ApiError(documented.create.operation, failure, effect), subject, create).message;
}

function refusal(status: number, said?: string, fields: Record<string, string[]> = {}): Failure {
  return { kind: "status", status, message: said, fields };
}

const address = "api.example.com";
const checkAddress = "Check apphosting:baseUrl: the response does not look like this API's.";
const checkNetwork = "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.";
const checkToken =
  "Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with `pulumi config set --secret apphosting:token <token>`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).";
const noRedirect = "Redirects are not followed. Check apphosting:baseUrl.";
const ownAuthority = "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.";
const renew =
  "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate.";
const notAPage = "Check apphosting:baseUrl: it must be the API's address, not that of a web page.";
const noRoute = "The route caches/1 could not be found.";
const noPath = "Check apphosting:baseUrl: there may be no such path at that address.";
const noCache = 'Check cacheId: the API knows no "cache/1", or the token\'s organization does not own it.';

const timeout = { kind: "timeout", seconds: 60, address } as const;
const unreadable = { kind: "unreadable", detail: "HTML instead of JSON" } as const;

const table: readonly [failure: Failure, says: string, hint?: string][] = [
  [refusal(409, "It is locked."), "failed with status 409: It is locked."],
  [refusal(409, "Cut within \ud83d"), "failed with status 409: Cut within \ufffd"],
  [refusal(400), "failed with status 400"],
  [refusal(401, "No."), "failed with status 401: No.", checkToken],
  [refusal(403, "No."), "failed with status 403: No.", checkToken],
  [refusal(401), "failed with status 401", `${checkToken} Or c${checkAddress.slice(1)}`],
  [refusal(403), "failed with status 403", `${checkToken} Or c${checkAddress.slice(1)}`],
  [refusal(300), "failed with status 300", noRedirect],
  [refusal(399, "No."), "failed with status 399: No.", noRedirect],
  [refusal(404, "No such."), "failed with status 404: No such.", `${noCache}\nOr c${noPath.slice(1)}`],
  [refusal(404), "failed with status 404", `${noPath}\nOr c${noCache.slice(1)}`],
  [refusal(404, noRoute), `failed with status 404: ${noRoute}`, `${noPath}\nOr c${noCache.slice(1)}`],
  [refusal(404, `No. ${noRoute}`), `failed with status 404: No. ${noRoute}`, `${noCache}\nOr c${noPath.slice(1)}`],
  [refusal(410), "failed with status 410", `${noCache}\nOr c${noPath.slice(1)}`],
  [refusal(405, "No POST."), "failed with status 405: No POST.", checkAddress],
  [refusal(419, "CSRF."), "failed with status 419: CSRF.", checkAddress],
  [refusal(422, "Already in progress."), "failed with status 422: Already in progress."],
  [refusal(503, "Down."), "failed with status 503: Down."],
  [
    { kind: "rate limit", waitedSeconds: 600 },
    "failed with status 429, too many requests, for 10 minutes",
    "Run `pulumi up` again later, or with fewer at a time: `--parallel 4`.",
  ],
  [
    { kind: "connection", detail: "ECONNREFUSED", address },
    `got no response: the connection to ${address} failed (ECONNREFUSED)`,
    checkNetwork,
  ],
  [
    { kind: "connection", detail: "broken off", address, status: 200 },
    `got a response with status 200, but not all of it: the connection to ${address} failed (broken off)`,
    checkNetwork,
  ],
  ...["SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"].map(
    (detail): [Failure, string, string] => [
      { kind: "certificate", address, detail },
      `was not sent: the certificate of ${address} was refused (${detail})`,
      detail.startsWith("SELF") ? ownAuthority : renew,
    ],
  ),
  [
    { kind: "proxy", proxy: "127.0.0.1:3128", detail: "answered 407" },
    "was not sent: the proxy 127.0.0.1:3128 answered 407",
    "Check HTTPS_PROXY (http://user:password@host:port, with the login URL-encoded) and NO_PROXY.",
  ],
  [{ ...timeout, connected: false }, `was not sent: no connection to ${address} within 60 s`, checkNetwork],
  [{ ...timeout, connected: true }, `got no response from ${address} within 60 s`, checkNetwork],
  [{ ...unreadable, status: 200 }, "got an unreadable response with status 200: HTML instead of JSON", notAPage],
  [{ ...unreadable, status: undefined }, "got an unreadable response: HTML instead of JSON", notAPage],
  [{ kind: "no id", message: "A token." }, "got a response without an id: A token."],
  [{ kind: "path", path: "/caches/.." }, "was not sent: the path /caches/.. leads elsewhere", "Check the id."],
];
for (const [failure, says, hint] of table) {
  it(`Error message: what happened and what to do: ${says}`, () => {
    const text = `update cache ${says}${hint === undefined ? "" : `\n${hint}`}`;
    expect(message(cache, failure)).to.equal(text);
  });
}

it("Error message of 404: names the id in the path, and what to pass where white space shows that it is a name", () => {
  const notFound = (of: TestedResource, more: JsonObject = {}) => message(of, refusal(404, "No."), "none", more);
  expect(notFound(application)).to.include(noPath);
  for (const applicationId of ["web shop", "app/1", "01J9ZK3Q8V7M2N4P6R8T0W2Y4Z", "WebShop", "Été"]) {
    const hint = applicationId === "web shop" ? " It looks like a name: pass application.id." : "";
    expect(notFound(environment, { applicationId })).to.include(
      `Check applicationId: the API knows no "${applicationId}", or the token's organization does not own it.${hint}\nOr check apphosting:baseUrl`,
    );
  }
  expect(notFound(cache, { cacheId: "web sessions" })).to.include(
    "It looks like a name: copy the id of the cache from the provider's web console.\nOr check apphosting:baseUrl",
  );
});

it("Error message of 404 to a named GET: names the id of the resource, whatever its query holds", () => {
  const text = { Environment: "GET /environments/{id}?application={applicationId}" };
  const { session } = createConfiguredSession({ token: "secret-token", operations: text });
  const definition = session.configuration.definitionOf(environment.definition);
  const subject = { session, definition: definition, id: "env-1", values: environment.required };
  const error = new ApiError("read environment", refusal(404, "No."), "none");
  expect(explainFailure(error, subject, definition.operations.read as Operation).message).to.include(
    'Check the resource: the API knows no "env-1"',
  );
});

it("Error message of an unknown outcome: says what may have become of the request", () => {
  const failure: Failure = { kind: "no id", message: undefined };
  const made = (thing: string) =>
    `The ${thing} may still have been created. Look for it in the provider's web console before the next \`pulumi up\`, which creates it again: if it is there, set its id as existingId, or delete it.`;
  for (const [of, outcome] of [
    [application, made("application")],
    [environment, made("environment")],
    [cache, "The settings may still have been changed. The next `pulumi up` sends them again."],
  ] as const) {
    const { operation } = of.documented.create;
    expect(message(of, failure, "unknown")).to.equal(`${operation} got a response without an id\n${outcome}`);
  }
});

it("Error message of a create that was not sent: says that nothing was created", () => {
  const unsent: readonly Failure[] = [
    { kind: "connection", detail: "ECONNREFUSED", address },
    { kind: "certificate", detail: "CERT_HAS_EXPIRED", address },
    { ...timeout, connected: false },
  ];
  for (const failure of unsent) {
    expect(message(application, failure)).to.match(/\nNothing was created\.$/);
    expect(message(cache, failure)).not.to.include("created");
    expect(message(application, failure, "unknown")).not.to.include("Nothing");
  }
  expect(message(application, refusal(422, "No."))).not.to.include("Nothing");
});
