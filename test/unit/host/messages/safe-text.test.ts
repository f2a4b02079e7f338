/** What the API says, as it is printed: obeyed by no terminal, with an end, without secrets, and else word for word. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { formatSafeText } from "../../../../provider/host/messages/safe-text.js";
import { hostileText, steeringCharacters } from "../../../faults/index.js";
import { createResource } from "../../host-fixture.js";
import { cache, environment } from "../../resources.js";

const shown = (words: string, inputs: JsonObject = {}) => formatSafeText(words, "token", inputs, () => []);
const word = (length: number) => ` [cut: ${length} characters]`.replace(" ", "… ");

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
  it(`Safe text: escapes ${what}`, () => expect(shown(words)).to.equal(expected));
}

it("Safe text: is redacted, then made printable, then cut", () => {
  const secret = "\u001b[31m-secret";
  const redacted = (words: string) =>
    formatSafeText(words, "token", { name: secret }, () => [{ label: "name", text: secret }]);
  expect(redacted(`${"\u001b".repeat(400)}${secret}`)).to.equal(`${"\\u001b".repeat(333)}\\u${word(412)}`);
  expect(redacted(`No: ${secret}.`)).to.equal("No: [name].");
});

it("Safe text: cut after 2,000 characters, not within a character", () => {
  expect(shown("x".repeat(2000))).to.equal("x".repeat(2000));
  expect(shown("x".repeat(3_000_000))).to.equal("x".repeat(2000) + word(3_000_000));
  expect(shown(`${"x".repeat(1999)}🚀`)).to.equal("x".repeat(1999) + word(2001));
  expect(shown("x".repeat(3000), { buildCommand: "y".repeat(2500) })).to.equal("x".repeat(2000) + word(3000));
});

it("Safe text: cut before a text of the inputs, so that the engine masks it whole", () => {
  const inputs = { name: "marked-1", triggers: [{ in: ['"marked"-2\n', 12345] }] };
  for (const secret of ["marked-1", '"marked"-2\n', '\\"marked\\"-2\\n', "12345"]) {
    const words = `${"x".repeat(1997)}${secret}${secret}`;
    expect(shown(words, inputs)).to.equal("x".repeat(1997) + word(words.length));
    expect(shown(words.slice(secret.length - 3), inputs)).to.equal(
      "x".repeat(2000 - secret.length) + secret + word(words.length - secret.length + 3),
    );
  }
  expect(shown(`${"x".repeat(1998)}true.`, { isPublic: true })).to.equal(`${"x".repeat(1998)}tr${word(2003)}`);
});

it("Safe text: 16 kB of a text are searched, without the beginning of a secret at their end", () => {
  const secret = "z".repeat(1000);
  const redacted = (words: string) => formatSafeText(words, "token", {}, () => [{ label: "name", text: secret }]);
  // Without the labels, 384 characters are left of what is searched, the last of them the beginning of another secret.
  const words = `${secret.repeat(16)}${"x".repeat(100)}${secret}`;
  expect(redacted(words)).to.equal(word(words.length));
  const long = `${secret.repeat(15)}${"x".repeat(1300)}${secret}`;
  expect(redacted(long)).to.equal(`${"[name]".repeat(15)}${"x".repeat(384)}${word(long.length)}`);
  expect(redacted(`${secret.repeat(15)}x${"🚀".repeat(1000)}`).isWellFormed()).to.equal(true);
  expect(redacted(`${"x".repeat(16 * 1024 - 2)}${secret}`)).to.equal("x".repeat(2000) + word(16 * 1024 + 998));
});

it("Safe text: a text that cannot be made safe is left out, and nothing is thrown", () => {
  const fail = () => {
    throw new Error("secret");
  };
  expect(formatSafeText("secret", "token", {}, fail)).to.equal("[not shown]");
  expect(formatSafeText({ toString: fail }, "token", {}, () => [])).to.equal("[not shown]");
  const broken = [{ label: "name", text: { trim: fail } as unknown as string }];
  expect(formatSafeText("secret", "token", {}, () => broken)).to.equal("[not shown]");
});

it("Safe text: whatever it is, holds no control character, has an end, and no part of a text of the inputs", () => {
  const noise = fc.string({
    unit: fc.constantFrom("a", "<", "{", "%", "\u001b", "\r", "\n", "\u202e", "🚀"),
    minLength: 1,
  });
  const input = fc.string({ unit: fc.constantFrom("§", "¶"), minLength: 4, maxLength: 3000 });
  fc.assert(
    fc.property(noise, input, (around, name) => {
      const result = shown(`${around}${name}`.repeat(5000 / (around.length + name.length) + 1), { name });
      expect(result).to.not.match(steeringCharacters);
      expect(result.isWellFormed()).to.equal(true);
      const [kept = "", ...end] = result.split("… [cut");
      expect(end).to.have.length(1);
      expect(kept.length).to.be.at.most(2000);
      expect(kept.replaceAll(name, "")).to.not.match(/[§¶]/);
    }),
    { numRuns: 200 },
  );
});

const safe = "< {% block %}>\\u001b]0;title\\u0007\\u001b[2J\\u009b1A\\u000d\\u202eok";

it("Safe text: the API's status and id in a line about a response", async () => {
  const attributes = { status: hostileText, size: "5gb" };
  const { written } = await createResource(cache, cache.valid, { attributes });
  expect(written.filter((line) => line.includes(`(status "${safe}")`))).to.have.length(2);
  const body = { data: { id: hostileText, attributes: { status: 7 } } };
  const made = await createResource(environment, environment.valid, { body });
  expect(made.id).to.equal(hostileText);
  await made.host.delete(hostileText, {});
  expect(made.lines).to.have.length(1);
  for (const line of [...written, ...made.written, ...made.lines]) expect(line).to.not.match(steeringCharacters);
  for (const line of [...made.written, ...made.lines]) expect(line).to.include(`Environment ${safe}`);
});

it("Line about an unexpected type: once for each field, however many items of a list have it", async () => {
  const included = Array.from({ length: 1000 }, () => ({ type: "environments", attributes: { name: 7 } }));
  const { written } = await createResource(cache, cache.valid, { body: { included } });
  expect(written.filter((line) => line.includes("included.environments.name"))).to.have.length(1);
});
