/** diff and update against a model of the API: whatever is stated comes true, by the least request, and is then no change. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { defaultFieldNames } from "../../provider/api/request.js";
import { CacheSize, EvictionPolicy } from "../../provider/enums.js";
import { cache } from "../../provider/host/cache.js";
import { resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

/** A host whose API makes these attributes of a request body. */
function hostOf(api: (body: JsonObject) => JsonObject) {
  const session = createSession(
    { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" },
    () => {},
  );
  return resourceHost(cache, {
    ...session,
    client: () => ({
      fieldNames: defaultFieldNames,
      send: async ({ body }) => ({ data: { id: "id-1", attributes: api(body) } }),
    }),
  });
}

/** The cache's settings by argument, with their names on the wire. */
const wire: Readonly<Record<string, string>> = {
  name: "name",
  autoUpgradeEnabled: "auto_upgrade_enabled",
  isPublic: "is_public",
  usesHibernation: "uses_hibernation",
  hibernationTimeout: "hibernation_timeout",
  size: "size",
  evictionPolicy: "eviction_policy",
};

const settings = {
  name: fc.constantFrom("sessions", "pages", "queue"),
  autoUpgradeEnabled: fc.boolean(),
  isPublic: fc.boolean(),
  usesHibernation: fc.boolean(),
  hibernationTimeout: fc.integer({ min: 1, max: 60 }),
  size: fc.constantFrom(...Object.values(CacheSize).slice(0, 4)),
  evictionPolicy: fc.constantFrom(...Object.values(EvictionPolicy).slice(0, 3)),
};
const cacheId = fc.constant("cache-1");
const triggers = fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 });
/** Everything that a program can state; all but the name is left out at times. */
const stated = fc.record(
  { cacheId, triggers, ...settings },
  { requiredKeys: ["cacheId", "name"] },
) as fc.Arbitrary<JsonObject>;
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
  const host = hostOf((body) => {
    bodies.push(body);
    return shown({ ...Object.assign(kept, body) });
  });
  return { kept, bodies, host };
}

async function changes(
  host: ReturnType<typeof hostOf>,
  outs: JsonObject,
  news: JsonObject,
): Promise<boolean> {
  return (await host.diff?.("cache-1", outs, news))?.changes !== false;
}

/** The settings that the program states and that differ from what the API keeps. */
function differing(news: JsonObject, kept: JsonObject): string[] {
  const named = Object.entries(onTheWire(news)).filter(([field, value]) => kept[field] !== value);
  return named.map(([field]) => field);
}

describe("A cache, for any stated settings,", () => {
  it("is taken over with the stated settings and nothing else, and then shows no change", async () => {
    await fc.assert(
      fc.asyncProperty(existing, stated, async (start, first) => {
        const { kept, bodies, host } = cacheApi(start);
        const { outs } = await host.create(first);
        expect(bodies).to.deep.equal([onTheWire(first)]);
        expect(kept).to.deep.equal({ ...onTheWire(start), ...onTheWire(first) });
        expect(await changes(host, outs, first)).to.equal(false);
      }),
      { numRuns: 200 },
    );
  });

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
      { numRuns: 300 },
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
      { numRuns: 300 },
    );
  });

  it("shows a change for as long as the API does not obey, and for no other setting", async () => {
    await fc.assert(
      fc.asyncProperty(existing, stated, async (start, first) => {
        // This API keeps the name and ignores every other field.
        const kept = onTheWire(start);
        const host = hostOf(({ name }) => ({ ...kept, name: name as Json }));
        const { outs } = await host.create(first);
        const ignored = differing({ ...first, name: start.name as Json }, kept);
        expect(await changes(host, outs, first)).to.equal(ignored.length > 0);
        expect(Object.keys(onTheWire((outs.asked ?? {}) as JsonObject))).to.have.members(ignored);
      }),
      { numRuns: 200 },
    );
  });
});
