/** Which values each argument takes: the documented ones, all of them, and nothing else. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "../../provider/enums.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

interface Argument {
  readonly spec: ResourceSpec;
  readonly name: string;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const required: Readonly<Record<string, JsonObject>> = {
  Application: { name: "Shop", sourceControlProvider: "hostA" },
  Environment: { applicationId: "app-1", name: "staging", branch: "main" },
  Cache: { cacheId: "cache-1", name: "sessions" },
};

const notText = [5, true, ["main"], { text: "main" }];
/** What no list documents: another value, another case, another type. */
const notListed = ["", "mars-1", "US-EAST-1", " us-east-1", 1, true, ["1gb"]];
const buildCommand = {
  name: "buildCommand",
  accepts: [null, "", "npm run build", "x".repeat(2000), "🚀".repeat(2000)],
  refuses: ["x".repeat(2001), "🚀".repeat(2001), ...notText],
};
const text = { accepts: ["", "any text: ü 🚀\n"], refuses: notText };
const flag = { accepts: [true, false, null], refuses: ["true", "", 0, 1, []] };
const id = {
  accepts: ["cache-1", "9", "a/b", "...", ".a", "ü", "%2e"],
  refuses: [
    "",
    " ",
    "\n",
    ".",
    "..",
    "cache-1 ",
    " cache-1\n",
    "a b",
    "a\u00a0b",
    "a\0",
    "a\u0085b",
    null,
    9,
    ["a"],
  ],
};

const table: readonly Argument[] = [
  {
    spec: application,
    name: "name",
    accepts: [
      "ab",
      "a".repeat(40),
      "A z_0.,'-&()!#+:@9",
      ..."Größe Łódź Ærø ﬀi ḁb ªº ʰa".split(" "),
      // A letter outside the first plane is one character of the 2 to 40.
      "\u{1df00}\u{1df00}",
      "\u{1df00}".repeat(40),
    ],
    refuses: [
      null,
      "",
      "a",
      "\u{1df00}",
      "a".repeat(41),
      "\u{1df00}".repeat(41),
      ..."cafe\u0301|ⅧI|日本|Ωμ|Ж1|ab🚀|a/b|a\nb|ab\n|a*b|a\u00a0b|a;b|½a|a×b|\ud800a".split("|"),
      ...notText,
    ],
  },
  { spec: application, name: "region", accepts: [...Object.values(Region), null], refuses: notListed },
  {
    spec: application,
    name: "repository",
    accepts: ["acme", "acme/web", "a/b/c", "0", "A-b_c.d/9..", `${"a".repeat(127)}/${"b".repeat(127)}`, null],
    refuses: [
      ..."|/|/acme|acme/|acme//web|-acme|acme/_web|.acme|acme/we b|ácme|acme/web\n|acme:web|日".split("|"),
      `${"a".repeat(127)}/${"b".repeat(128)}`,
      ...notText,
    ],
  },
  {
    spec: application,
    name: "sourceControlProvider",
    accepts: Object.values(SourceControlProvider),
    refuses: ["hosta", "hostB-self-hosted", "hostD", null, ...notListed],
  },
  { spec: application, ...buildCommand },
  { spec: application, name: "rootDirectory", ...text },
  { spec: application, name: "clusterId", ...text },
  { spec: environment, name: "applicationId", ...id },
  {
    spec: environment,
    name: "name",
    accepts: ["a", "Staging 2_b-C", "a".repeat(40), "-", " "],
    refuses: [null, "", "a".repeat(41), ..."é|a.b|a/b|a\tb|ab\n|日|🚀".split("|"), ...notText],
  },
  { spec: environment, name: "branch", accepts: ["main", "feature/ü"], refuses: [null, ...notText] },
  { spec: environment, ...buildCommand },
  { spec: environment, name: "clusterId", ...text },
  { spec: environment, name: "edgeNetworkId", ...text },
  { spec: cache, name: "cacheId", ...id },
  {
    spec: cache,
    name: "name",
    accepts: ["ab", "a-b_0", "--", "9".repeat(40)],
    refuses: [null, "", "a", "a".repeat(41), ..."Ab|a b|a.b|éa|ab\n|日本".split("|"), ...notText],
  },
  { spec: cache, name: "autoUpgradeEnabled", ...flag },
  { spec: cache, name: "isPublic", ...flag },
  { spec: cache, name: "usesHibernation", ...flag },
  {
    spec: cache,
    name: "hibernationTimeout",
    accepts: [1, 2, 59, 60, null],
    refuses: [0, 61, -1, 1.5, "5", "", true, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, [5]],
  },
  {
    spec: cache,
    name: "size",
    accepts: [...Object.values(CacheSize), null],
    refuses: ["valkey-flex-5gb", "managed.cache.t4g.large", ...notListed],
  },
  {
    spec: cache,
    name: "evictionPolicy",
    accepts: [...Object.values(EvictionPolicy), null],
    refuses: ["volatile_lru", ...notListed],
  },
  {
    spec: cache,
    name: "triggers",
    accepts: [[], [1, "a", null, { deep: [true] }], null],
    refuses: ["now", 1, { 0: "now" }],
  },
];

const session = createSession(
  { APPHOSTING_TOKEN: "secret-token", APPHOSTING_BASE_URL: "https://api.example.com" },
  () => {},
);

async function reasons(spec: ResourceSpec, inputs: JsonObject): Promise<string[]> {
  const checked = await resourceHost(spec, session).check?.({}, inputs);
  return (checked?.failures ?? []).map(({ reason }) => reason);
}

/** The values that check refuses for the argument, with what it says. */
async function refused(
  { spec, name }: Argument,
  values: readonly unknown[],
): Promise<Map<unknown, string[]>> {
  const answers = values.map(async (value): Promise<[unknown, string[]]> => {
    const inputs = { ...required[spec.kind], [name]: value } as JsonObject;
    return [value, await reasons(spec, inputs)];
  });
  return new Map((await Promise.all(answers)).filter(([, found]) => found.length > 0));
}

describe("check", () => {
  it("knows no argument that this table leaves out", () => {
    for (const spec of [application, environment, cache]) {
      const listed = table.filter((argument) => argument.spec === spec).map(({ name }) => name);
      expect(listed).to.have.members(Object.keys(spec.rules));
    }
  });

  for (const argument of table) {
    const { spec, name, accepts, refuses } = argument;
    it(`of ${spec.kind} ${name} accepts ${accepts.length} documented values`, async () => {
      expect(await refused(argument, accepts)).to.deep.equal(new Map());
    });

    it(`of ${spec.kind} ${name} refuses ${refuses.length} other values, by the argument's name`, async () => {
      const found = await refused(argument, refuses);
      expect([...found.keys()]).to.deep.equal(refuses);
      for (const reason of [...found.values()].flat()) {
        expect(reason).to.match(new RegExp(`^${name} (must (be|have)|may only hold|is required,) `));
      }
    });
  }

  for (const spec of [application, environment, cache]) {
    for (const name of Object.keys(required[spec.kind] ?? {})) {
      it(`of ${spec.kind} requires ${name}`, async () => {
        const { [name]: _, ...others } = required[spec.kind] ?? {};
        const [reason, ...more] = await reasons(spec, others);
        expect(reason).to.match(new RegExp(`^${name} is required, `));
        expect(more).to.deep.equal([]);
      });
    }
  }
});
