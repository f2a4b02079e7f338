/** What the API says is passed on without the token and the build command, and else word for word. */

import { inspect } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import { dynamicProvider } from "../../provider/host/dynamic-provider.js";
import { redact } from "../../provider/host/redact.js";
import { resourceHost } from "../../provider/host/resource.js";
import { host, useNock } from "./client-fixture.js";
import { sessionOf } from "./host-fixture.js";
import { application } from "./resources.js";

const token = '12|abc+DEF/"ghi"=?';

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

describe("No error that leaves the host holds the token", () => {
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
    it(`after ${what}`, async () => {
      fail(nock(host).post("/applications"));
      const lines: string[] = [];
      const session = sessionOf({ APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: host }, lines);
      const created = resourceHost(application.definition, session).create(application.valid);
      const thrown: unknown = await created.catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(Error);
      const all = [inspect(thrown, { showHidden: true, depth: null }), ...lines].join("\n");
      expect(all).to.not.match(/abc(\+|%2b)DEF/i);
    });
  }
});

describe("What the API says", () => {
  const command = "npm run build -- --key 'ü\"9/%'\n";
  const curl = `curl ${token}`;
  const table: readonly [what: string, secrets: readonly string[], words: string, shown: string][] = [
    ["the token in a URL, in letters of either case", [], "12%7cabc%2BDEF%2f%22ghi%22%3D%3F", "[token]"],
    ["the token within a word", [], `x${token}x`, "x[token]x"],
    ["a secret, without white space around it", [command], `Bad: ${command.trim()}.`, "Bad: [secret 0]."],
    ["a secret, trimmed, in JSON", [command], JSON.stringify([command.trim()]), '["[secret 0]"]'],
    ["a secret that holds the token", [curl], `Bad: ${curl}`, "Bad: [secret 0]"],
    ["the longest of them", ["shop", "shop of acme"], "No: shop of acme, shop", "No: [secret 1], [secret 0]"],
    ["the longest form of one", ["ab\\"], String.raw`Bad: "ab\\"`, 'Bad: "[secret 0]"'],
    ["one of fewer than 4 characters as a word", ["en"], "taken: en, 'EN'.", "taken: [secret 0], '[secret 0]'."],
    ["it, but not within a word", ["42"], "422 of 42: été_42, 42é, 42.", "422 of [secret 0]: été_42, 42é, [secret 0]."],
    ["it, without white space around it", [" en "], "open: en.", "open: [secret 0]."],
    ["one of 4 characters within a word", ["name"], "xnamex", "x[secret 0]x"],
  ];
  for (const [what, texts, words, shown] of table) {
    it(`is shown without ${what}`, () => {
      const secrets = texts.map((text, index) => ({ label: `secret ${index}`, text }));
      expect(redact(words, token, secrets)).to.equal(shown);
    });
  }

  it("is shown without a build command of 8 characters or more, white space around it not counted", () => {
    for (const text of ["make all", " make all\n"]) {
      const secrets = dynamicProvider(() => {}).secrets({ buildCommand: text });
      expect(secrets).to.deep.equal([{ label: "buildCommand", text }]);
    }
  });

  it("keeps its words where nothing was sent, or a command of less than 8 characters but for white space", () => {
    const words = "Cannot make it: An operation is already in progress; the build command is null.";
    for (const buildCommand of [null, "", "make", "make     \n"]) {
      for (const none of [token, ""]) {
        expect(redact(words, none, dynamicProvider(() => {}).secrets({ buildCommand }))).to.equal(words);
      }
    }
  });

  it("holds neither secret in any form, whatever they are and whatever stands around them", () => {
    // No label has this character, so that what is found is of a secret.
    const text = fc.string({ unit: fc.constantFrom(...'aA1 /+\\"%\n=', "ü", "🚀") }).map((value) => `§§§§§§§§${value}`);
    const filler = fc.constantFrom("", " ", ": ", ' "', "' ");
    fc.assert(
      fc.property(text, text, fc.array(filler, { minLength: 1 }), (secret, buildCommand, fillers) => {
        const forms = [...formsOf(secret), ...formsOf(buildCommand)];
        const words = forms.map((form, index) => form + fillers[index % fillers.length]).join(" ");
        const result = redact(words, secret, [{ label: "buildCommand", text: buildCommand }]);
        for (const form of forms) expect(result).to.not.include(form);
        expect(result).to.not.include("§");
      }),
      { numRuns: 100 },
    );
  });
});
