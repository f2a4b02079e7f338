/** diff and update against a model of the API: whatever is stated comes true, by the least request, and is then no change. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import * as documented from "../documented/index.js";
import { answering, hostOf } from "./host-fixture.js";
import { resources } from "./resources.js";

/** A host whose API makes these attributes of a request body. */
function cacheHost(api: (body: JsonObject) => JsonObject) {
  return answering(cache, (_, { body }) => ({ attributes: api(body) })).host;
}

const sent = Object.entries(documented.cache.arguments).filter(([, { wire }]) => wire !== undefined);
/** The cache's settings by argument, with their names in the request. */
const wire: Readonly<Record<string, string>> = Object.fromEntries(sent.map(([name, row]) => [name, row.wire ?? ""]));
const settings: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(
  sent.map(([name, { valid, other, values = [], accepts = [] }]) => [
    name,
    fc.constantFrom(valid, other, ...values.slice(0, 2), ...accepts.slice(0, 2)),
  ]),
);
const cacheId = fc.constant("cache-1");
const triggers = fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 });
/** Everything that a program can state; all but the name is left out at times. */
const stated = fc.record({ ...settings, cacheId, triggers } as Record<string, fc.Arbitrary<Json>>, {
  requiredKeys: ["cacheId", "name"],
}) as fc.Arbitrary<JsonObject>;
/** A cache as it was before the stack knew it: nothing is missing. */
const existing = fc.record(settings) as fc.Arbitrary<JsonObject>;

function onTheWire(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (name in wire ? [[wire[name], value]] : [])),
  );
}

/** An API that keeps a cache, and whose answers show the attributes that `shown` lets through. */
function cacheApi(start: JsonObject, shown: (attributes: JsonObject) => JsonObject = (all) => all) {
  const kept = onTheWire(start);
  const bodies: JsonObject[] = [];
  const host = cacheHost((body) => {
    bodies.push(body);
    return shown({ ...Object.assign(kept, body) });
  });
  return { kept, bodies, host };
}

type Host = ReturnType<typeof cacheHost>;

async function changes(host: Host, outs: JsonObject, news: JsonObject): Promise<boolean> {
  return (await host.diff?.("cache-1", outs, news))?.changes !== false;
}

/** The settings that the program states and that differ from what the API keeps. */
function differing(news: JsonObject, kept: JsonObject): string[] {
  const named = Object.entries(onTheWire(news)).filter(([field, value]) => kept[field] !== value);
  return named.map(([field]) => field);
}

describe("A cache, for any stated settings,", () => {
  it("becomes what is stated next, by one request with the name and exactly what differs", async () => {
    await fc.assert(
      fc.asyncProperty(existing, stated, fc.array(stated, { maxLength: 3 }), async (start, first, then) => {
        const { kept, bodies, host } = cacheApi(start);
        let { outs } = await host.create(first);
        for (const news of then) {
          const fields = differing(news, kept);
          const triggered = news.triggers !== undefined && !isDeepStrictEqual(news.triggers, outs.triggers);
          expect(await changes(host, outs, news)).to.equal(fields.length > 0 || triggered);
          if (fields.length === 0 && !triggered) continue;
          outs = (await host.update?.("cache-1", outs, news))?.outs;
          expect(Object.keys(bodies.at(-1) ?? {})).to.have.members([...new Set(["name", ...fields])]);
          expect(differing(news, kept)).to.deep.equal([]);
          expect(await changes(host, outs, news)).to.equal(false);
        }
        expect(outs).to.not.have.property("asked");
      }),
      { numRuns: 100 },
    );
  });

  it("becomes what is stated also where answers leave fields out or hold null", async () => {
    const hidden = fc.dictionary(fc.constantFrom(...Object.values(wire)), fc.constantFrom("null", "absent"));
    await fc.assert(
      fc.asyncProperty(existing, stated, stated, hidden, async (start, first, then, fields) => {
        const { kept, host } = cacheApi(start, (attributes) =>
          Object.fromEntries(
            Object.entries(attributes)
              .filter(([field]) => fields[field] !== "absent")
              .map(([field, value]) => [field, fields[field] === "null" ? null : value]),
          ),
        );
        let { outs } = await host.create(first);
        if (await changes(host, outs, then)) outs = (await host.update?.("cache-1", outs, then))?.outs;
        expect(differing(then, kept)).to.deep.equal([]);
        expect(await changes(host, outs, then)).to.equal(false);
      }),
      { numRuns: 100 },
    );
  });
});

/** Inputs that state all that is required, and attributes that a response has of them, by chance. */
function arbitraries({ arguments: rows }: documented.Documented) {
  const all = Object.entries(rows).filter(([, { recorded }]) => !recorded);
  const value = ([, { valid, other, nullable }]: (typeof all)[number]) =>
    fc.constantFrom(valid, other, "another", ...(nullable === "value" ? [null] : []));
  const stated = fc.record(Object.fromEntries(all.map((row) => [row[0], value(row)])), {
    requiredKeys: all.filter(([, { required }]) => required).map(([name]) => name),
  });
  const attributes = all.map((row) => [row[1].wire ?? row[0], fc.option(value(row))]);
  const answer = fc.record(Object.fromEntries(attributes), { requiredKeys: [] });
  return { stated: stated as fc.Arbitrary<JsonObject>, answer: answer as fc.Arbitrary<JsonObject> };
}

describe("What cannot be changed, for any arguments and any answer,", () => {
  for (const { documented: resource, api } of resources) {
    if (resource.updates) continue;
    const { stated, answer } = arbitraries(resource);

    it(`${resource.kind} is replaced for exactly the arguments that are neither as asked nor as answered`, async () => {
      await fc.assert(
        fc.asyncProperty(stated, stated, answer, async (first, then, attributes) => {
          const { host } = hostOf(api, { attributes });
          const { outs } = await host.create(first);
          expect(await host.diff?.("id-1", outs, first)).to.deep.equal({ changes: false });
          // Leaving a build command out is asking for none.
          const asked: JsonObject = { ...outs, buildCommand: null, ...first };
          const changed = Object.keys(then).filter(
            (name) => then[name] !== (asked[name] ?? null) && then[name] !== (outs[name] ?? null),
          );
          const found = await host.diff?.("id-1", outs, then);
          expect(found).to.deep.equal(changed.length > 0 ? { replaces: changed } : { changes: false });
        }),
        { numRuns: 150 },
      );
    });
  }
});
