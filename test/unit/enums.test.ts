/** The listed values are those of the reference. */

import { expect } from "chai";
import { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "../../provider/index.js";

/** As the reference lists them. */
const regions =
  "us-east-1 us-east-2 ca-central-1 eu-central-1 eu-west-1 eu-west-2 eu-west-3 me-central-1" +
  " ap-southeast-1 ap-southeast-2 ap-northeast-1";
const policies =
  "allkeys-lru noeviction volatile-lru allkeys-random volatile-random volatile-ttl allkeys-lfu volatile-lfu";
const sizes = [
  "250mb 1gb 2.5gb 5gb 12gb 50gb 100gb 500gb",
  "valkey-flex-250mb valkey-flex-1gb valkey-flex-2.5gb",
  "valkey-pro.250mb valkey-pro.1gb valkey-pro.2.5gb valkey-pro.5gb valkey-pro.12gb valkey-pro.25gb valkey-pro.50gb",
  ...["r7g", "c7gn", "m7g", "m8g", "r8g", "c8gn"].map((family) =>
    ["large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge"]
      .map((size) => `managed.cache.${family}.${size}`)
      .join(" "),
  ),
  "managed.cache.t4g.micro managed.cache.t4g.small managed.cache.t4g.medium",
].join(" ");

const table: readonly [
  name: string,
  enumeration: Readonly<Record<string, string>>,
  documented: string,
  count: number,
][] = [
  ["Region", Region, regions, 11],
  ["SourceControlProvider", SourceControlProvider, "hostA hostB hostB_self_hosted hostC", 4],
  ["EvictionPolicy", EvictionPolicy, policies, 8],
  ["CacheSize", CacheSize, sizes, 63],
];

for (const [name, enumeration, documented, count] of table) {
  describe(name, () => {
    it(`has the ${count} documented values, once each`, () => {
      expect(Object.values(enumeration)).to.have.members(documented.split(" ")).and.to.have.lengthOf(count);
    });

    it("names each value by its own characters", () => {
      const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
      for (const [key, value] of Object.entries(enumeration)) {
        const named = bare(value).replace(/^managedcache/, "managed");
        expect(bare(key).replace(/^size/, "")).to.equal(named);
      }
    });
  });
}
