/** What the API says is passed on without the token, and without what may be a secret of the program. */

import { expect } from "chai";
import * as fc from "fast-check";
import nock from "nock";
import { createClient } from "../../provider/api/client.js";
import type { JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { conceal } from "../../provider/host/conceal.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";
import { useNock } from "./nock.js";

const host = "https://api.example.com";
const token = '12|abc+DEF/"ghi"=?';

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

/** Every text that can be reached from a value, by any property. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (Buffer.isBuffer(value)) return [value.toString()];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value))
    return [];
  seen.add(value);
  const inside = value instanceof Map || value instanceof Set ? [...value].flat() : [];
  const own = Reflect.ownKeys(value).flatMap((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    return [String(key), property?.value];
  });
  return [...inside, ...own].flatMap((item) => textsIn(item, seen));
}

describe("No error that leaves the host holds the token", () => {
  useNock();

  const echo = formsOf(token).join(" and ");
  const config = { headers: { Authorization: `Bearer ${token}` } };
  const failures: readonly [what: string, fail: (interceptor: nock.Interceptor) => unknown][] = [
    ["a refusal that quotes it", (api) => api.reply(401, { message: `Wrong: ${echo}` })],
    [
      "a field's message that quotes it",
      (api) => api.reply(422, { errors: { name: [echo], [token]: [echo] } }),
    ],
    ["a failed server that quotes it", (api) => api.reply(501, { message: echo })],
    ["a web page", (api) => api.reply(200, `<html>${echo}`)],
    ["broken JSON", (api) => api.reply(200, `{"token": "${echo}`)],
    ["a redirect", (api) => api.reply(307, "", { location: `https://evil.example/?${echo}` })],
    [
      "a broken connection",
      (api) => api.replyWithError(Object.assign(new Error(echo), { code: "ECONNRESET", config })),
    ],
    [
      "a certificate",
      (api) => api.replyWithError(Object.assign(new Error(echo), { code: "CERT_HAS_EXPIRED", config })),
    ],
  ];
  const resources: readonly [ResourceSpec, JsonObject, (api: nock.Scope) => nock.Interceptor][] = [
    [application, { name: "Shop", sourceControlProvider: "hostA" }, (api) => api.post("/applications")],
    [cache, { cacheId: "cache-1", name: "sessions" }, (api) => api.patch("/caches/cache-1")],
  ];
  for (const [spec, stated, request] of resources) {
    for (const [what, fail] of failures) {
      it(`${spec.kind}: ${what}`, async () => {
        fail(request(nock(host)));
        const lines: string[] = [];
        const session = createSession({ APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: host }, (line) =>
          lines.push(line),
        );
        const settings = { ...session.settings, maxRetries: 0, userAgent: "test", log: session.warn };
        const thrown: unknown = await resourceHost(spec, {
          ...session,
          client: () => createClient(settings),
        })
          .create(stated)
          .catch((error: unknown) => error);
        expect(thrown).to.be.instanceOf(Error);
        const texts = [...textsIn(thrown), ...lines].join("\n");
        for (const form of formsOf(token)) expect(texts).to.not.include(form);
      });
    }
  }
});

describe("What the API says", () => {
  const table: readonly [what: string, words: string, stated: JsonObject, shown: string][] = [
    ["names a free text that was stated", "Shop is taken.", { name: "Shop" }, "[name] is taken."],
    [
      "hides the longer of two texts whole",
      "No acme/web here.",
      { name: "acme", repository: "acme/web" },
      "No [repository] here.",
    ],
    [
      "names a text by its argument alone",
      "branch main",
      { branch: "main", name: "branch" },
      "[name] [branch]",
    ],
    [
      "hides a text without the spaces around it",
      "Bad: make all.",
      { buildCommand: "make all\n" },
      "Bad: [buildCommand].",
    ],
    [
      "hides a text with characters of patterns",
      "Bad: $(x) && a|b*.",
      { buildCommand: "$(x) && a|b*" },
      "Bad: [buildCommand].",
    ],
    [
      "keeps texts of less than 4 characters, which stand in ordinary words",
      "at web",
      { branch: "at" },
      "at web",
    ],
    [
      "keeps texts of less than 8 characters within a word",
      "The domain limit remaining in production is 0: main_db.",
      { branch: "main", name: "prod" },
      "The domain limit remaining in production is 0: main_db.",
    ],
    [
      "hides them as words, whatever stands around",
      "main/web on 'main', main-2?",
      { branch: "main" },
      "[branch]/web on '[branch]', [branch]-2?",
    ],
    [
      "hides them after an escape",
      "branch%3Dmain&x=%22main%22 {\\u0022main\\u0022} \\nmain",
      { branch: "main" },
      "branch%3D[branch]&x=%22[branch]%22 {\\u0022[branch]\\u0022} \\n[branch]",
    ],
    ["hides a longer text within a word", "xproductiony", { branch: "production" }, "x[branch]y"],
    ["hides a text in other letters", "SHOP is taken.", { name: "Shop" }, "[name] is taken."],
    [
      "hides a slug made of a text",
      "The slug project-falcon is taken.",
      { name: "Project Falcon!" },
      "The slug [name] is taken.",
    ],
    [
      "hides a slug made of a text with accents, with or without a letter for each",
      "The slugs ecole-francaise and cole-fran-aise are taken.",
      { name: "École Française" },
      "The slugs [name] and [name] are taken.",
    ],
    [
      "hides a slug made of a text with signs, left out or as dashes",
      "sams-falcon, sam-s-falcon",
      { name: "Sam's Falcon" },
      "[name], [name]",
    ],
    [
      "hides a slug made of a text with letters that have no accent to lose",
      "The slug grosse-strasse is taken.",
      { name: "Große Straße" },
      "The slug [name] is taken.",
    ],
    ["keeps the path's id, which a user looks for", "No cache-9.", { cacheId: "cache-9" }, "No cache-9."],
    ["keeps listed values", "eu-west-1 is full.", { region: "eu-west-1" }, "eu-west-1 is full."],
  ];
  for (const [what, words, stated, shown] of table) {
    it(what, () =>
      expect(conceal(words, { stated, token: "secret-token", pathArgument: "cacheId" })).to.equal(shown),
    );
  }

  for (const argument of [
    "name",
    "repository",
    "branch",
    "buildCommand",
    "rootDirectory",
    "clusterId",
    "edgeNetworkId",
  ]) {
    it(`never shows ${argument}, which may be a secret of the program`, () => {
      expect(
        conceal("see secret-1.", {
          stated: { [argument]: "secret-1" },
          token: "secret-token",
          pathArgument: "cacheId",
        }),
      ).to.equal(`see [${argument}].`);
    });
  }

  it("holds no stated text in any form, whatever it is and whatever stands around it", () => {
    // No label has this character, so that what is found is a stated text.
    const text = fc.string({ unit: "grapheme" }).map((value) => `§§§§§§§§${value}`);
    const stated = fc.record({ name: text, branch: text, buildCommand: text }, { requiredKeys: ["name"] });
    const filler = fc.constantFrom("", " ", ": ", ' "', "' ");
    fc.assert(
      fc.property(stated, text, fc.array(filler, { minLength: 1 }), (texts, secret, fillers) => {
        const forms = [...Object.values(texts), secret].flatMap(formsOf);
        const words = forms.map((form, index) => form + fillers[index % fillers.length]).join(" ");
        const shown = conceal(words, { stated: texts, token: secret, pathArgument: undefined });
        for (const form of forms) expect(shown).to.not.include(form);
        expect(shown).to.not.include("§");
      }),
      { numRuns: 300 },
    );
  });
});
