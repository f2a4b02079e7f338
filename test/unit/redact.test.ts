/** What the API says, as it is printed: without secrets, obeyed by no terminal, with an end, and else word for word. */

import { inspect } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import type { JsonObject } from "../../provider/api/json.js";
import { linkByOutput, createDynamicProvider as resourceHost } from "../../provider/host/dynamic-provider.js";
import { redact } from "../../provider/host/redact.js";
import { safeText } from "../../provider/host/safe-text.js";
import { Subject } from "../../provider/host/subject.js";
import { hostile, steers } from "../faults/index.js";
import { host, useNock } from "./client-fixture.js";
import { created, sessionOf } from "./host-fixture.js";
import { application, cache, environment } from "./resources.js";

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
    ["one that a label holds, too, once", ["build", "secret"], "build, secret", "[secret 0], [secret 1]"],
    ["the longest form of one", ["ab\\"], String.raw`Bad: "ab\\"`, 'Bad: "[secret 0]"'],
    ["one of fewer than 4 characters as a word", ["en"], "taken: en, 'EN'.", "taken: [secret 0], '[secret 0]'."],
    ["it, but not within a word", ["42"], "422 of 42: été_42, 42é, 42.", "422 of [secret 0]: été_42, 42é, [secret 0]."],
    ["it in a URL, but not within a word", ["a b"], "xa%20by a%20b", "xa%20by [secret 0]"],
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
      const secrets = findSecrets(text);
      expect(secrets).to.deep.equal([{ label: "buildCommand", text }]);
    }
  });

  it("keeps its words where nothing was sent, or a command of less than 8 characters but for white space", () => {
    const words = "Cannot make it: An operation is already in progress; the build command is null.";
    for (const buildCommand of [null, "", "make", "make     \n"]) {
      for (const none of [token, ""]) {
        expect(redact(words, none, findSecrets(buildCommand))).to.equal(words);
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

/** The secrets that a dynamic provider sees in an application with this build command. */
function findSecrets(buildCommand: string | null) {
  const subject = new Subject(sessionOf({}), application.definition, "", { buildCommand });
  return linkByOutput(() => {}).findSecrets(subject);
}

const shown = (words: string, inputs: JsonObject = {}) => safeText(words, "token", [], inputs);
const word = (length: number) => ` [cut: ${length} characters]`.replace(" ", "… ");

describe("A text of the API", () => {
  const table: Readonly<Record<string, [words: string, shown: string]>> = {
    "a colour tag of the engine": ["<{% block %}> <<{%fg 1%}>", "< {% block %}> << {%fg 1%}>"],
    "an escape sequence": ["\u001b]0;title\u0007\u001b[2J", "\\u001b]0;title\\u0007\\u001b[2J"],
    "C1 controls, DEL and NUL": ["\u009b2J\u007f\0", "\\u009b2J\\u007f\\u0000"],
    "bidirectional controls": ["\u202egnp.exe\u2066\u200f\u061c", "\\u202egnp.exe\\u2066\\u200f\\u061c"],
    "a carriage return": ["refused\rcreated", "refused\\u000dcreated"],
    "line breaks, tabs and characters of any language": ["a\r\nb\n\tç שלום 👩‍💻", "a\nb\n\tç שלום 👩‍💻"],
    "half of a character": ["\ud83d.", "\ufffd."],
  };
  for (const [what, [words, expected]] of Object.entries(table)) {
    it(`shows ${what} and is not steered by it`, () => expect(shown(words)).to.equal(expected));
  }

  it("is redacted before it is made printable, and that before it is cut", () => {
    const secret = "\u001b[31m-secret";
    const redacted = (words: string) => safeText(words, "token", [{ label: "name", text: secret }], { name: secret });
    expect(redacted(`${"\u001b".repeat(400)}${secret}`)).to.equal(`${"\\u001b".repeat(333)}\\u${word(2406)}`);
    expect(redacted(`No: ${secret}.`)).to.equal("No: [name].");
  });

  it("is whole with 2,000 characters, and else says that it was cut, not within a character", () => {
    expect(shown("x".repeat(2000))).to.equal("x".repeat(2000));
    expect(shown("x".repeat(3_000_000))).to.equal("x".repeat(2000) + word(3_000_000));
    expect(shown(`${"x".repeat(1999)}🚀`)).to.equal("x".repeat(1999) + word(2001));
    expect(shown("x".repeat(3000), { buildCommand: "y".repeat(2500) })).to.equal("x".repeat(2000) + word(3000));
  });

  it("is cut before a text of the request's inputs, in a form that the engine masks", () => {
    const inputs = { name: "marked-1", triggers: [{ in: ['"marked"-2\n', 12345] }] };
    for (const secret of ["marked-1", '"marked"-2\n', '\\"marked\\"-2\\n', "12345"]) {
      const words = `${"x".repeat(1997)}${secret}${secret}`;
      expect(shown(words, inputs)).to.equal("x".repeat(1997) + word(words.length));
      expect(shown(words.slice(secret.length - 3), inputs)).to.equal(
        "x".repeat(2000 - secret.length) + secret + word(words.length - secret.length + 3),
      );
    }
    expect(shown("aa".repeat(2000), { name: "aa", branch: "" })).to.equal(word(4000));
    expect(shown(`${"x".repeat(1998)}true.`, { isPublic: true })).to.equal(`${"x".repeat(1998)}tr${word(2003)}`);
  });

  it("never steers, has an end, and never a part of a text of the inputs", () => {
    const noise = fc.string({
      unit: fc.constantFrom("a", "<", "{", "%", "\u001b", "\r", "\n", "\u202e", "🚀"),
      minLength: 1,
    });
    const input = fc.string({ unit: fc.constantFrom("§", "¶"), minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(noise, input, (around, name) => {
        const result = shown(`${around}${name}`.repeat(5000 / (around.length + name.length) + 1), { name });
        expect(result).to.not.match(steers);
        expect(result.isWellFormed()).to.equal(true);
        const [kept = "", ...end] = result.split("… [cut");
        expect(end).to.have.length(1);
        expect(kept.length).to.be.at.most(2000);
        expect(kept.replaceAll(name, "")).to.not.match(/[§¶]/);
      }),
      { numRuns: 200 },
    );
  });
});

describe("A line about a response", () => {
  const safe = "< {% block %}>\\u001b]0;title\\u0007\\u001b[2J\\u009b1A\\u000d\\u202eok";

  it("has the API's status and id as safe text", async () => {
    const attributes = { status: hostile, size: "5gb" };
    const { written } = await created(cache, cache.valid, { attributes });
    expect(written.filter((line) => line.includes(`(status "${safe}")`))).to.have.length(2);
    const body = { data: { id: hostile, attributes: { status: 7 } } };
    const made = await created(environment, environment.valid, { body });
    expect(made.id).to.equal(hostile);
    await made.host.delete(hostile, {});
    expect(made.lines).to.have.length(1);
    for (const line of [...written, ...made.written, ...made.lines]) expect(line).to.not.match(steers);
    for (const line of [...made.written, ...made.lines]) expect(line).to.include(`Environment ${safe}`);
  });

  it("stands once for each field, however many items of a list have it", async () => {
    const included = Array.from({ length: 1000 }, () => ({ type: "environments", attributes: { name: 7 } }));
    const { written } = await created(cache, cache.valid, { body: { included } });
    expect(written.filter((line) => line.includes("included.environments.name"))).to.have.length(1);
  });
});
