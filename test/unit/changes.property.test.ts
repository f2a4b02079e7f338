/** diff and update against a model of the API: what a program has comes true, by the least request. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import * as documented from "../documented/index.js";
import { hostWith } from "./host-fixture.js";

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
/** What a program can have; all but the id and the name is left out at times. */
const inputs = fc.record({ ...settings, cacheId, triggers } as Record<string, fc.Arbitrary<Json>>, {
  requiredKeys: ["cacheId", "name"],
}) as fc.Arbitrary<JsonObject>;
/** A cache as it was before the stack knew it: nothing is missing. */
const existing = fc.record(settings) as fc.Arbitrary<JsonObject>;

function onTheWire(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (name in wire ? [[wire[name], value]] : [])),
  );
}

/** How a response shows a field; as it is, where nothing is said. */
type Shown = Readonly<Record<string, "null" | "absent">>;
const fields = fc.constantFrom(...Object.values(wire));
const shown: fc.Arbitrary<Shown> = fc.oneof(
  fc.constant({}),
  fc.dictionary(fields, fc.constantFrom("null", "absent"), { minKeys: 1 }),
);

/** An API that keeps a cache. */
function cacheApi(start: JsonObject, how: Shown) {
  const kept = onTheWire(start);
  const { host, requests } = hostWith(cache, (_, { body }) => {
    const all = Object.entries(Object.assign(kept, body)).filter(([field]) => how[field] !== "absent");
    return { attributes: Object.fromEntries(all.map(([field, value]) => [field, how[field] ? null : value])) };
  });
  return { kept, requests, host };
}

/** The fields of the settings that differ from what the API keeps. */
function differing(news: JsonObject, kept: JsonObject): string[] {
  const named = Object.entries(onTheWire(news)).filter(([field, value]) => kept[field] !== value);
  return named.map(([field]) => field);
}

describe("A cache, whatever its settings and whatever fields responses leave out,", () => {
  it("becomes what the program has, by requests with the name and what differs, and is then no change", async () => {
    await fc.assert(
      fc.asyncProperty(existing, shown, fc.array(inputs, { minLength: 1, maxLength: 4 }), async (start, how, all) => {
        const { kept, requests, host } = cacheApi(start, how);
        const [first = {}, ...then] = all;
        let { outs } = await host.create(first);
        const changes = async (news: JsonObject) => (await host.diff?.("cache-1", outs, news))?.changes !== false;
        for (const news of then) {
          const due = differing(news, kept);
          const triggered = news.triggers !== undefined && !isDeepStrictEqual(news.triggers, outs.triggers);
          const seen = await changes(news);
          // What was never shown may be sent once more.
          if (isDeepStrictEqual(how, {})) expect(seen).to.equal(due.length > 0 || triggered);
          if (seen) outs = (await host.update?.("cache-1", outs, news))?.outs;
          const sent = Object.keys(requests.at(-1)?.body ?? {});
          if (seen && isDeepStrictEqual(how, {})) expect(sent).to.have.members([...new Set(["name", ...due])]);
          expect(differing(news, kept)).to.deep.equal([]);
          expect(await changes(news)).to.equal(false);
        }
        expect(outs).to.not.have.property("asked");
      }),
      { numRuns: 150 },
    );
  });
});
