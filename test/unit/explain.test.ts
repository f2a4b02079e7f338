/** Errors in the words of a user: what happened, to what, and what to do. */

import { expect } from "chai";
import { ApiError, type Effect, type Failure } from "../../provider/api/errors.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { explain } from "../../provider/host/explain.js";
import { validInputs } from "../documented/index.js";
import { resources } from "./resources.js";

type Operation = "create application" | "create environment" | "update cache";
type Refusal = Extract<Failure, { kind: "status" }>;

function message(operation: Operation, failure: Failure, effect: Effect = "none"): string {
  const resource = resources.find(({ api }) => api.create.operation === operation);
  if (resource === undefined) throw new Error(`nothing creates by ${operation}`);
  const { api, documented } = resource;
  return explain(new ApiError(operation, failure, effect), {
    definition: api.definition,
    inputs: validInputs(documented, "required"),
    token: "secret-token",
    fieldNames: defaultFieldNames,
    creates: api.create.method === "POST",
  });
}

function refusal(status: number, said?: string, fields: Record<string, string[]> = {}): Refusal {
  return { kind: "status", status, message: said, fields };
}

const address = "api.example.com";
function redirect(location: string): Failure {
  return { ...refusal(302), redirect: { location, base: `https://${address}/v1/caches/cache-9` } };
}

const checkAddress = "Check apphosting:baseUrl: the response does not look like this API's.";
const checkNetwork = "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.";
const checkToken =
  "Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with `pulumi config set --secret apphosting:token <token>`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).";
const webPage = `The response is a web page: something before the API answered, such as a proxy, a firewall or a login page. ${checkNetwork}`;
const wait =
  "An earlier change is still under way. Wait until the status in the provider's web console says that it is done, then run `pulumi up` again.";
const ownAuthority = "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.";
const renew =
  "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate.";
const notAPage = "Check apphosting:baseUrl: it must be the API's address, not that of a web page.";
const noRoute = "The route x could not be found.";
const noPath = "Check apphosting:baseUrl: there is no such path at that address.";
const noCache = 'Check cacheId: the API knows no "cache/1", or the token\'s organization does not own it.';

const timeout = { kind: "timeout", seconds: 60, address } as const;
const unreadable = { kind: "unreadable", detail: "HTML instead of JSON" } as const;

describe("An error", () => {
  const table: readonly [failure: Failure, says: string, hint?: string][] = [
    [refusal(409, "It is locked."), "failed with status 409: It is locked."],
    [refusal(400), "failed with status 400"],
    [refusal(401, "No."), "failed with status 401: No.", checkToken],
    [refusal(403, "No."), "failed with status 403: No.", checkToken],
    [{ ...refusal(401), html: true }, "failed with status 401", webPage],
    [refusal(404, "No such."), "failed with status 404: No such.", noCache],
    [refusal(404), "failed with status 404", `${noCache} Or c${checkAddress.slice(1)}`],
    [refusal(404, noRoute), `failed with status 404: ${noRoute}`, noPath],
    [refusal(404, `No. ${noRoute}`), `failed with status 404: No. ${noRoute}`, noCache],
    [refusal(405, "No POST."), "failed with status 405: No POST.", checkAddress],
    [refusal(419, "CSRF."), "failed with status 419: CSRF.", checkAddress],
    [refusal(422, "Already In Progress."), "failed with status 422: Already In Progress.", wait],
    [refusal(422, "Not in progress."), "failed with status 422: Not in progress."],
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
    [{ ...unreadable, status: undefined }, "got an unreadable response: HTML instead of JSON", notAPage],
    [{ kind: "no id" }, "got a response without an id"],
  ];
  for (const [failure, says, hint] of table) {
    it(`says what happened and what to do: ${says}`, () => {
      const text = `update cache ${says}${hint === undefined ? "" : `\n${hint}`}`;
      expect(message("update cache", failure)).to.equal(text);
    });
  }

  const leads = "; this one leads to";
  const redirects: readonly [failure: Failure, says: string][] = [
    [refusal(300), "."],
    [refusal(399), "."],
    [redirect("https://"), "."],
    [redirect("/login"), `${leads} api.example.com/login.`],
    [redirect("https://login.example:8443/in?next=%2Fcaches#top"), `${leads} login.example:8443/in.`],
    [redirect("https://a.example/secret%2Dtoken/secret-token/x"), `${leads} a.example/secret%2Dtoken/[token]/x.`],
  ];
  for (const [failure, says] of redirects) {
    it(`of a redirect says where it leads, without what can be secret: ${says}`, () => {
      const [, hint] = message("update cache", failure).split("\n");
      expect(hint).to.equal(`Redirects are not followed${says} Check apphosting:baseUrl.`);
    });
  }

  it("has the messages of fields below, whatever the status, without the token", () => {
    const failure = refusal(400, "A secret-token.", { name: ["Taken.", "A secret-token."], colour: ["Odd."] });
    expect(message("create environment", failure)).to.equal(
      "create environment failed with status 400: A [token].\n  name: Taken.\n  name: A [token].\n  field colour: Odd.",
    );
  });

  it("with status 404 names the id in the path, if there is one", () => {
    expect(message("create environment", refusal(404, "No."))).to.include(
      'Check applicationId: the API knows no "app/1"',
    );
    expect(message("create application", refusal(404, "No."))).to.include(noPath);
  });

  it("of a field that is being changed says to wait, too, but not of what creates", () => {
    const busy = refusal(422, "Invalid.", { size: ["A resize is already in progress."] });
    expect(message("update cache", busy))
      .to.match(/\n {2}size: A resize .*\n/)
      .and.include(wait);
    expect(message("create environment", busy)).not.to.include(wait);
  });

  it("says what may have become of the request, if that is unknown", () => {
    const failure: Failure = { kind: "no id" };
    const made = (thing: string) =>
      `The ${thing} may still have been created. Look for it in the provider's web console before the next \`pulumi up\`, which creates it again: if it is there, state its id as existingId, or delete it.`;
    const says: Readonly<Record<Operation, string>> = {
      "create application": made("application"),
      "create environment": made("environment"),
      "update cache": "The settings may still have been changed. The next `pulumi up` sends them again.",
    };
    for (const [operation, outcome] of Object.entries(says) as [Operation, string][]) {
      expect(message(operation, failure, "unknown")).to.equal(`${operation} got a response without an id\n${outcome}`);
    }
  });
});
