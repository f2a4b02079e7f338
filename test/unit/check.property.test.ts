/** check for any value: what the rules of the reference say, said once more in another way. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

const session = createSession(
  { APPHOSTING_TOKEN: "secret-token", APPHOSTING_BASE_URL: "https://api.example.com" },
  () => {},
);

async function failures(spec: ResourceSpec, inputs: JsonObject) {
  return (await resourceHost(spec, session).check?.({}, inputs))?.failures ?? [];
}

async function accepts(spec: ResourceSpec, inputs: JsonObject): Promise<boolean> {
  return (await failures(spec, inputs)).length === 0;
}

/** Letters outside ASCII that belong to the Latin script, of each kind and plane. */
const latin = [..."àßçñøŁžƏǆȘɐʰḁỳªºﬁAz\u212a\uff21\u{1df00}\u{10780}\u{a722}"];
const ascii = [..."abcxyzABCXYZ0123456789"];
/** Letters of other scripts, digits of other scripts, marks, numbers, symbols, control characters. */
const foreign = [...'αЖא日カ한\u0301Ⅷ½²٣🚀€©×\t\n\u00a0\u200b\0/\\*?"<>|;=~`^$%[]{}'];

function texts(alphabet: readonly string[], min = 0, max = 45): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max })
    .map((characters) => characters.join(""));
}

function between(text: string, min: number, max: number): boolean {
  const length = Array.from(text).length;
  return length >= min && length <= max;
}

const names: readonly [spec: ResourceSpec, others: JsonObject, allowed: string[], min: number][] = [
  [application, { sourceControlProvider: "hostA" }, [...latin, ...ascii, ..." _.,'-&()!#+:@"], 2],
  [environment, { applicationId: "app-1", branch: "main" }, [...ascii, ..." _-"], 1],
  [cache, { cacheId: "cache-1" }, [..."abcxyz0123456789_-"], 2],
];

describe("check, for any text,", () => {
  for (const [spec, others, allowed, min] of names) {
    it(`takes a name of ${spec.kind} from its alphabet by its length alone`, async () => {
      await fc.assert(
        fc.asyncProperty(texts(allowed), async (name) => {
          expect(await accepts(spec, { ...others, name })).to.equal(between(name, min, 40));
        }),
        { numRuns: 300 },
      );
    });

    it(`takes no name of ${spec.kind} with a character outside its alphabet`, async () => {
      const outside = [...foreign, ...latin, ...ascii].filter((character) => !allowed.includes(character));
      await fc.assert(
        fc.asyncProperty(
          texts(allowed, 1, 19),
          fc.constantFrom(...outside),
          texts(allowed, 1, 19),
          async (...parts) => {
            expect(await accepts(spec, { ...others, name: parts.join("") })).to.equal(false);
          },
        ),
        { numRuns: 300 },
      );
    });
  }

  it("takes a repository if each of its segments is one", async () => {
    const segment = texts([..."aZ9-_."], 0, 4);
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const documented = segments.every((part) => part !== "" && !"-_.".includes(part.charAt(0)));
        const inputs = { name: "Shop", sourceControlProvider: "hostA", repository: segments.join("/") };
        expect(await accepts(application, inputs)).to.equal(documented);
      }),
      { numRuns: 500 },
    );
  });
});

describe("check, for any value of any argument,", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
  );

  for (const spec of [application, environment, cache]) {
    const inputs = fc.record(
      Object.fromEntries([...Object.keys(spec.rules), "other"].map((name) => [name, anything])),
      { requiredKeys: [] },
    );

    it(`of ${spec.kind} never throws, names no property, and says each thing once`, async () => {
      await fc.assert(
        fc.asyncProperty(inputs, async (values) => {
          const found = await failures(spec, values as JsonObject);
          expect(found.every(({ property }) => property === "")).to.equal(true);
          expect(new Set(found.map(({ reason }) => reason)).size).to.equal(found.length);
        }),
        { numRuns: 300 },
      );
    });

    it(`of ${spec.kind} never repeats a value, for it may be a secret`, async () => {
      // No word of a message has these characters in a row, so that to find them is to find the value.
      const secret = fc.string({ unit: "grapheme" }).map((text) => `§${text}§`);
      const values = fc.oneof(secret, fc.array(secret, { minLength: 1 }), fc.record({ key: secret }));
      const names = Object.keys(spec.rules);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names, "other"), values, async (name, value) => {
          const reasons = (await failures(spec, { [name]: value })).map(({ reason }) => reason).join();
          expect(reasons).to.not.equal("").and.to.not.include("§");
        }),
        { numRuns: 300 },
      );
    });
  }

  it("takes a hibernation timeout if it is one of the 60", async () => {
    const numbers = fc.oneof(fc.integer({ min: -5, max: 70 }), fc.double(), fc.double({ min: 0, max: 61 }));
    const sixty = new Set(Array.from({ length: 60 }, (_, index) => index + 1));
    await fc.assert(
      fc.asyncProperty(numbers, async (hibernationTimeout) => {
        const inputs = { cacheId: "c", name: "nn", hibernationTimeout };
        expect(await accepts(cache, inputs)).to.equal(sixty.has(hibernationTimeout));
      }),
      { numRuns: 500 },
    );
  });
});
