/** What the API says is passed on without the token and the build command, and else word for word. */

import { inspect } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import { application } from "../../provider/definitions/application.js";
import { dynamicProvider } from "../../provider/host/dynamic-provider.js";
import { redact } from "../../provider/host/redact.js";
import { resourceHost } from "../../provider/host/resource.js";
import * as documented from "../documented/index.js";
import { validInputs } from "../documented/index.js";
import { host, useNock } from "./client-fixture.js";
import { sessionOf } from "./host-fixture.js";

const token = '12|abc+DEF/"ghi"=?';

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

describe("No error that leaves the host holds the token", () => {
  useNock();

  const echo = formsOf(token).join(" and ");
  const config = { headers: { Authorization: `Bearer ${token}` } };
  const failures: readonly [what: string, fail: (interceptor: nock.Interceptor) => unknown][] = [
    ["a refusal that quotes it", (definition) => definition.reply(401, { message: `Wrong: ${echo}` })],
    [
      "a field's message that quotes it",
      (definition) => definition.reply(422, { errors: { name: [echo], [token]: [echo] } }),
    ],
    ["a web page", (definition) => definition.reply(200, `<html>${echo}`)],
    ["broken JSON", (definition) => definition.reply(200, `{"token": "${echo}`)],
    ["a redirect", (definition) => definition.reply(307, "", { location: `https://evil.example/${echo}?${echo}` })],
    [
      "a library's error, with the request",
      (definition) => definition.replyWithError(Object.assign(new Error(echo), { code: "CERT_HAS_EXPIRED", config })),
    ],
  ];

  for (const [what, fail] of failures) {
    it(`after ${what}`, async () => {
      fail(nock(host).post("/applications"));
      const lines: string[] = [];
      const provider = resourceHost(
        application,
        sessionOf({ APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: host }, lines),
      );
      const thrown = await provider.create(validInputs(documented.application)).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(Error);
      const all = [inspect(thrown, { showHidden: true, depth: null }), ...lines].join("\n");
      expect(all).to.not.match(/abc(\+|%2b)DEF/i);
    });
  }
});

describe("What the API says", () => {
  const command = "npm run build -- --key 'ü\"9/%'\n";
  const shown: Readonly<Record<string, [words: string, shown: string]>> = {
    "the token in a URL, in letters of either case": ["12%7cabc%2BDEF%2f%22ghi%22%3D%3F", "[token]"],
    "the token within a word": [`x${token}x`, "x[token]x"],
    "the build command without white space around it": [`Bad: ${command.trim()}.`, "Bad: [buildCommand]."],
    "the build command, trimmed, in JSON": [JSON.stringify([command.trim()]), '["[buildCommand]"]'],
  };
  for (const [what, [words, expected]] of Object.entries(shown)) {
    it(`is shown without ${what}`, () =>
      expect(redact(words, token, [{ label: "buildCommand", text: command }])).to.equal(expected));
  }

  it("is shown without a build command that holds the token, and without the longest form of either", () => {
    expect(redact(`Bad: curl ${token}`, token, [{ label: "buildCommand", text: `curl ${token}` }])).to.equal(
      "Bad: [buildCommand]",
    );
    const both = ["shop", "shop of acme"].map((text, index) => ({ label: `secret ${index}`, text }));
    expect(redact("Bad: shop of acme, shop", token, both)).to.equal("Bad: [secret 1], [secret 0]");
    expect(redact(String.raw`Bad: "ab\\"`, "ab\\", [])).to.equal('Bad: "[token]"');
  });

  it("is shown without a secret of fewer than 4 characters only where that stands as a word of its own", () => {
    const name = (text: string) => [{ label: "name", text }];
    expect(redact("name is taken: en, 'EN'.", token, name("en"))).to.equal("name is taken: [name], '[name]'.");
    expect(redact("status 422 of 42: été_42, 42é, 42.", token, name("42"))).to.equal(
      "status 422 of [name]: été_42, 42é, [name].",
    );
    expect(redact("open: en.", token, name(" en "))).to.equal("open: [name].");
    expect(redact("xnamex", token, name("name"))).to.equal("x[name]x");
  });

  it("is shown without a build command of 8 characters or more, white space around it not counted", () => {
    for (const text of ["make all", " make all\n"]) {
      expect(dynamicProvider(() => {}).secrets({ buildCommand: text })).to.deep.equal([
        { label: "buildCommand", text },
      ]);
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
