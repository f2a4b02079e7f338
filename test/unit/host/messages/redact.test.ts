/** What the API says, without the secrets of a request, and else word for word. */

import { inspect } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import { createDynamicProvider, linkByLines } from "../../../../provider/host/dynamic-provider.js";
import { redact } from "../../../../provider/host/messages/redact.js";
import { apiHost, useNock } from "../../api/http/client-fixture.js";
import { createSession } from "../../host-fixture.js";
import { application } from "../../resources.js";

const token = '12|abc+DEF/"ghi"=?';

/** As it is, in a URL, in JSON, and in JSON as PHP writes it. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inAscii = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const php = json.replaceAll("/", "\\/").replaceAll(/[\u0080-\uffff]/g, inAscii);
  return [secret, encodeURIComponent(secret), json, json.replaceAll("/", "\\/"), php];
}

describe("Errors without the token", () => {
  useNock();

  const echo = formsOf(token).join(" and ");
  const config = { headers: { Authorization: `Bearer ${token}` } };
  const failures: Readonly<Record<string, (request: nock.Interceptor) => unknown>> = {
    "a refusal that quotes it": (request) => request.reply(401, { message: `Wrong: ${echo}` }),
    "a field's message that quotes it": (request) => request.reply(422, { errors: { name: [echo], [token]: [echo] } }),
    "a web page": (request) => request.reply(200, `<html>${echo}`),
    "broken JSON": (request) => request.reply(200, `{"token": "${echo}`),
    "a redirect": (request) => request.reply(307, "", { location: `https://evil.example/${echo}?${echo}` }),
    "a library's error, with the request": (request) =>
      request.replyWithError(Object.assign(new Error(echo), { code: "CERT_HAS_EXPIRED", config })),
  };
  for (const [what, fail] of Object.entries(failures)) {
    it(`Error without the token after ${what}`, async () => {
      fail(nock(apiHost).post("/applications"));
      const lines: string[] = [];
      const session = createSession({ APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: apiHost }, lines);
      const created = createDynamicProvider(application.definition, session).create(application.valid);
      const thrown: unknown = await created.catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(Error);
      const all = [inspect(thrown, { showHidden: true, depth: null }), ...lines].join("\n");
      expect(all).to.not.match(/abc(\+|%2b)DEF/i);
    });
  }
});

const command = "npm run build -- --key 'ü\"9/%'\n";
const curl = `curl ${token}`;
const table: readonly [what: string, secrets: readonly string[], words: string, shown: string][] = [
  ["the token in a URL", [], "12%7Cabc%2BDEF%2F%22ghi%22%3D%3F", "[token]"],
  ["the token within a word", [], `x${token}x`, "x[token]x"],
  ["a secret, without white space around it", [command], `Bad: ${command.trim()}.`, "Bad: [secret 0]."],
  ["a secret, trimmed, in JSON", [command], JSON.stringify([command.trim()]), '["[secret 0]"]'],
  ["not a base64 form of the token", [], btoa(token), btoa(token)],
  ["a secret that holds the token", [curl], `Bad: ${curl}`, "Bad: [secret 0]"],
  ["the longest of them", ["shop", "shop of acme"], "No: shop of acme, shop", "No: [secret 1], [secret 0]"],
  ["one that a label holds, too, once", ["build", "secret"], "build, secret", "[secret 0], [secret 1]"],
  ["the longest form of one", ["abc\\"], String.raw`Bad: "abc\\"`, 'Bad: "[secret 0]"'],
  ["not one of fewer than 4 characters", ["en", " 42\n"], "taken: en, 42.", "taken: en, 42."],
  ["one of 4 characters within a word", ["name"], "xnamex", "x[secret 0]x"],
  [
    "one in JSON as PHP writes it",
    ["run a/é"],
    String.raw`Bad: run a\/é, run a\/\u00e9`,
    "Bad: [secret 0], [secret 0]",
  ],
  ["the token in JSON as PHP writes it", [], String.raw`Bad: 12|abc+DEF\/\"ghi\"=?`, "Bad: [token]"],
  ["the longest of two that overlap", ["abcdef", "cdefghijkl"], "x abcdefghijkl.", "x ab[secret 1]."],
  ["two that touch, each by its name", ["abcd", "efgh"], "abcdefgh", "[secret 0][secret 1]"],
  ["not one in letters of another case", ["shop"], "Shop, shop", "Shop, [secret 0]"],
  ["one of 40,000 characters", ["§".repeat(40_000)], `Bad: ${"§".repeat(40_000)}.`, "Bad: [secret 0]."],
];
for (const [what, texts, words, shown] of table) {
  it(`Redacted: ${what}`, () => {
    const secrets = texts.map((text, index) => ({ label: `secret ${index}`, text }));
    expect(redact(words, [...secrets, { label: "token", text: token }])).to.equal(shown);
  });
}

it("Redacted: each of 6,000 secrets", () => {
  const secrets = Array.from({ length: 6000 }, (_, index) => ({ label: "one", text: `secret-${index}-x` }));
  expect(redact("Bad: secret-0-x, secret-5999-x, secret-6000-x", secrets)).to.equal("Bad: [one], [one], secret-6000-x");
});

it("Redacted: no secret stands whole in what is left", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "|"), minLength: 4, maxLength: 8 });
  const words = fc.string({ unit: fc.constantFrom("a", "b", "|", "."), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), words, (texts, said) => {
      const secrets = texts.map((one) => ({ label: "-", text: one }));
      const left = redact(said, secrets).split("[-]");
      for (const one of texts) expect(left.some((piece) => piece.includes(one))).to.equal(false);
    }),
    { numRuns: 500 },
  );
});

it("Redacted: a buildCommand of 8 characters or more without white space around it", () => {
  for (const text of ["make all", " make all\n"]) {
    const secrets = findSecrets(text);
    expect(secrets).to.deep.equal([{ label: "buildCommand", text }]);
  }
});

it("Not redacted: a text after no request, and a buildCommand of less than 8 characters", () => {
  const words = "Cannot make it: An operation is already in progress; the build command is null.";
  for (const buildCommand of [null, "", "make", "make     \n"]) {
    for (const none of [token, ""]) {
      expect(redact(words, [...findSecrets(buildCommand), { label: "token", text: none }])).to.equal(words);
    }
  }
});

it("Redacted: two secrets in any form, whatever they are and whatever stands around them", () => {
  // No label has this character, so that what is found is of a secret.
  const text = fc.string({ unit: fc.constantFrom(...'aA1 /+\\"%\n=', "ü", "🚀") }).map((value) => `§§§§§§§§${value}`);
  const filler = fc.constantFrom("", " ", ": ", ' "', "' ");
  fc.assert(
    fc.property(text, text, fc.array(filler, { minLength: 1 }), (secret, buildCommand, fillers) => {
      const forms = [...formsOf(secret), ...formsOf(buildCommand)];
      const words = forms.map((form, index) => form + fillers[index % fillers.length]).join(" ");
      const result = redact(words, [
        { label: "token", text: secret },
        { label: "buildCommand", text: buildCommand },
      ]);
      for (const form of forms) expect(result).to.not.include(form);
      expect(result).to.not.include("§");
    }),
    { numRuns: 100 },
  );
});

/** The secrets that a dynamic provider sees in an application with this build command. */
function findSecrets(buildCommand: string | null) {
  const subject = { session: createSession({}), definition: application.definition, id: "", values: { buildCommand } };
  return linkByLines(() => {}).findSecrets(subject);
}
