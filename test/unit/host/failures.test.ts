import { expect } from "chai";
import type { Failure, Outcome, StatusFailure } from "../../../provider/api/http/errors.js";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createRefusal } from "../host-fixture.js";

async function findMessage(
  of: TestedResource,
  failure: Failure,
  outcome: Outcome = "no effect",
  more: JsonObject = {},
) {
  const { host } = createHost({}, of, { failure, outcome });
  return (await catchError(host.create({ ...of.required, ...more }))).message;
}

const refuse = (status: number, message?: string): StatusFailure => ({ kind: "status", status, message, fields: {} });

const address = "api.example.com";
const noneOfThis = "the response doesn't look like this API's.";
const checkNetwork = "Check apphosting:baseUrl, the network, and HTTPS_PROXY if you use a proxy.";
const checkToken =
  "Check the token: it may have expired, belong to another organization, or lack the required permission. Set a new one in APPHOSTING_TOKEN, as a secret of the stack (`pulumi config set --secret apphosting:token <token>`), or on the explicit Provider (its token, or the variable that its tokenVariable names).";
const checkAddress = `Check apphosting:baseUrl: ${noneOfThis}`;
const noRedirect = "The API redirected the request, and redirects aren't followed. Check apphosting:baseUrl.";
const renew =
  "Check apphosting:baseUrl. If it's right, the owner of that address has to renew or correct the certificate.";
const ownAuthority = "Check apphosting:baseUrl. For your own certificate authority, set NODE_EXTRA_CA_CERTS.";
const notAPage = "Check apphosting:baseUrl: it must be the API's address, not a web page's.";
const breaksHttp = "The API, or a proxy in front of it, sent invalid HTTP.";
const isBusy = "The API is busy with another change: wait, then run `pulumi up` again.";
const noRoute = "The route caches/cache/1 could not be found.";
const noPath = "Check apphosting:baseUrl: that address may not have this path.";
const noCache = "Check cacheId: the API doesn't know \"cache/1\", or the token's organization doesn't own it.";
const or = (one: string, other: string) => `${one}\nOr c${other.slice(1)}`;
const limit = { kind: "rate limit" } as const;
const later = "Run `pulumi up` again later, or with fewer requests at a time: `--parallel 4`.";
const timeout = { kind: "timeout", seconds: 60, address } as const;
const unreadable = { kind: "unreadable", detail: "HTML instead of JSON" } as const;

const table: readonly [failure: Failure, says: string, hint?: string][] = [
  [refuse(400), "failed with status 400"],
  [refuse(409, "It is locked."), "failed with status 409: It is locked.", isBusy],
  [refuse(423, "Deploying."), "failed with status 423: Deploying.", isBusy],
  [refuse(425), "failed with status 425", isBusy],
  [refuse(422, "An operation is in progress."), "failed with status 422: An operation is in progress."],
  [refuse(503, "Down."), "failed with status 503: Down."],
  [refuse(401, "No."), "failed with status 401: No.", checkToken],
  [refuse(403, "No."), "failed with status 403: No.", checkToken],
  [refuse(401), "failed with status 401", `${checkToken} Or c${checkAddress.slice(1)}`],
  [refuse(300), "failed with status 300", noRedirect],
  [refuse(399, "No."), "failed with status 399: No.", noRedirect],
  [refuse(404, "No such."), "failed with status 404: No such.", or(noCache, noPath)],
  [refuse(404), "failed with status 404", or(noPath, noCache)],
  [refuse(404, noRoute), `failed with status 404: ${noRoute}`, or(noPath, noCache)],
  [refuse(404, "Cannot PATCH it."), "failed with status 404: Cannot PATCH it.", or(noPath, noCache)],
  [refuse(410, "Gone."), "failed with status 410: Gone.", or(noCache, noPath)],
  [{ ...refuse(500), otherText: "<html>\n  Down" }, "failed with status 500: <html> Down"],
  [{ ...refuse(422, "No."), otherText: '["Bad."]' }, 'failed with status 422: No. ["Bad."]'],
  [refuse(405, "No POST."), "failed with status 405: No POST.", checkAddress],
  [refuse(419, "CSRF."), "failed with status 419: CSRF.", checkAddress],
  [
    { ...limit, waitedSeconds: 0, retryAfter: 3_600_000, message: "Too many." },
    "failed with status 429 (too many requests); the API accepts requests again in 60 minutes: Too many.",
    later,
  ],
  [
    { ...limit, waitedSeconds: 541, retryAfter: 60_000 },
    "failed with status 429 (too many requests) after a wait of up to 10 minutes; the API accepts requests again in a minute",
    later,
  ],
  [{ ...refuse(503), retryAfter: 7_200_000 }, "failed with status 503; the API accepts requests again in 120 minutes"],
  [{ ...refuse(503), retryAfter: 7_200_001 }, "failed with status 503; the API accepts requests again in 3 hours"],
  [
    { ...limit, waitedSeconds: 600 },
    "failed with status 429 (too many requests) after a wait of up to 10 minutes",
    later,
  ],
  [
    { kind: "connection", detail: "ECONNREFUSED", address, connected: false },
    `was not sent: no connection to ${address} (ECONNREFUSED)`,
    checkNetwork,
  ],
  [
    { kind: "connection", detail: "broken off", address, connected: true, status: 200 },
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
  [{ ...timeout, connected: false }, `was not sent: no connection to ${address} within 60 s`, checkNetwork],
  [{ ...timeout, connected: true }, `got no response from ${address} within 60 s`, checkNetwork],
  [{ ...unreadable, status: 200 }, "got an unreadable response with status 200: HTML instead of JSON", notAPage],
  [{ kind: "unreadable", detail: "invalid HTTP" }, "got an unreadable response: invalid HTTP", breaksHttp],
  [{ ...unreadable, status: undefined }, "got an unreadable response: HTML instead of JSON", notAPage],
];
for (const [failure, says, hint] of table) {
  it(`Error: ${says}`, async () => {
    const text = `update cache ${says}${hint === undefined ? "" : `\n${hint}`}`;
    expect(await findMessage(cache, failure)).to.equal(text);
  });
}

it("Error of a proxy that doesn't connect: names HTTPS_PROXY and NO_PROXY", async () => {
  const failure = { kind: "proxy", proxy: "127.0.0.1:3128", detail: "closed", isTemporary: false } as const;
  const message = await findMessage(cache, failure);
  expect(message).to.match(/ 127\.0\.0\.1:3128.*\nCheck HTTPS_PROXY .* and NO_PROXY\.$/);
});

it("Error of a 404: names the id in the path", async () => {
  expect(await findMessage(application, refuse(404, "No."))).to.equal(
    `create application failed with status 404: No.\n${noPath}`,
  );
  expect(await findMessage(environment, refuse(404, "No."), "no effect", { applicationId: "app/1" })).to.include(
    `Check applicationId: the API doesn't know "app/1", or the token's organization doesn't own it.\nOr check apphosting:baseUrl`,
  );
});

it("Error of a 404 in an enabled operation: asks whether the API has that operation", async () => {
  const { host } = createHost({ operations: "update" }, environment, createRefusal(404));
  const updated = host.update("env-1", environment.required, { ...environment.required, branch: "next" });
  expect((await catchError(updated)).message).to.include(
    `Check apphosting:baseUrl, and whether your API has PATCH /environments/{id}: that address may not have this path.\nOr check the id: the API doesn't know "env-1"`,
  );
});

it("Error of a busy resource in a read or delete: says to run the command again", async () => {
  const { host } = createHost({ operations: "read,delete" }, environment, createRefusal(423, "Deploying."));
  const consented = { ...environment.required, __deletable: true };
  for (const call of [host.read("env-1", consented), host.delete("env-1", consented)]) {
    expect((await catchError(call)).message).to.include(
      "Deploying.\nThe API is busy with another change: wait, then run the command again.",
    );
  }
});

it("Error of a 401 in a refresh or destroy: doesn't suggest setting a new token in the stack", async () => {
  const refusal = createRefusal(401, "No.");
  const { host } = createHost({ operations: "read,delete" }, environment, refusal);
  const state = { ...environment.required, __deletable: true };
  const check =
    "Check the token: it may have expired, belong to another organization, or lack the required permission.";
  for (const [act, outcome] of [
    [host.read, ""],
    [host.delete, "The environment stays in the state.\n"],
  ] as const) {
    const { message } = await catchError(act("env-1", state));
    expect(message).to.include(`${check}\n${outcome}Without \`--run-program\`, \`pulumi refresh\``);
  }
  await host.check({}, environment.valid);
  expect((await catchError(host.read("env-1", state))).message.endsWith(checkToken)).to.equal(true);
});

it("Error of unknown outcome: says that the request may have taken effect", async () => {
  const made = (thing: string) =>
    `The ${thing} may have been created anyway. The next \`pulumi up\` creates it again, so look for it in the provider's web console first: if it's there, set existingId to its id, or delete it.`;
  for (const [resource, outcome] of [
    [application, made("application")],
    [environment, made("environment")],
    [cache, "The change may have gone through anyway. The next `pulumi up` sends it again."],
  ] as const) {
    const { action } = resource.documented.create;
    const message = await findMessage(resource, refuse(500), "unknown");
    expect(message).to.equal(`${action} failed with status 500\n${outcome}`);
  }
});

it("Error of a create that wasn't sent: says that nothing was created", async () => {
  const unsent: readonly Failure[] = [
    { kind: "connection", detail: "ECONNREFUSED", address, connected: false },
    { kind: "certificate", detail: "CERT_HAS_EXPIRED", address },
    { ...timeout, connected: false },
  ];
  for (const failure of unsent) {
    expect(await findMessage(application, failure)).to.match(/\nNothing was created\.$/);
    expect(await findMessage(cache, failure)).not.to.include("created");
    expect(await findMessage(application, failure, "unknown")).not.to.include("Nothing");
  }
  expect(await findMessage(application, refuse(422, "No."))).not.to.include("Nothing");
});
