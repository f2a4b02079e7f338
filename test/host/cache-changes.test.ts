import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { dropFields, normalise, without } from "../faults/index.js";
import * as stated from "./arguments.js";
import { hostSuite, unknown } from "./suite.js";

const required = stated.required.cache;
const all = stated.all.cache;

describe("A cache that has been taken over", () => {
  const suite = hostSuite();
  const adopt = (inputs: JsonObject) => suite.host.create("cache", inputs);
  const diff = (olds: JsonObject, news: JsonObject) => suite.host.diff("cache", "cache-1", olds, news);
  const update = (olds: JsonObject, news: JsonObject) => suite.host.update("cache", "cache-1", olds, news);

  describe("is changed", () => {
    const changes: JsonObject = {
      autoUpgradeEnabled: true,
      isPublic: false,
      usesHibernation: false,
      hibernationTimeout: 45,
      size: "valkey-pro.5gb",
      evictionPolicy: "noeviction",
    };
    const wireNames: Record<string, string> = {
      autoUpgradeEnabled: "auto_upgrade_enabled",
      isPublic: "is_public",
      usesHibernation: "uses_hibernation",
      hibernationTimeout: "hibernation_timeout",
      size: "size",
      evictionPolicy: "eviction_policy",
    };

    for (const [argument, value] of Object.entries(changes)) {
      it(`in place by a change of ${argument}: one request with the name and that setting`, async () => {
        const { properties: olds } = await adopt(all);
        const news = { ...all, [argument]: value };
        expect(await diff(olds, news)).to.deep.equal({ changes: "unknown", replaces: [] });
        const { properties } = await update(olds, news);
        expect(suite.sent().slice(1)).to.deep.equal([
          ["PATCH /caches/cache-1", { name: "sessions", [wireNames[argument] as string]: value }],
        ]);
        expect(properties).to.have.property(argument, value);
        expect((await diff(properties, { ...required, [argument]: value })).changes).to.equal("none");
      });
    }

    it("by several at once in one request", async () => {
      const { properties: olds } = await adopt(all);
      await update(olds, { ...all, name: "pages", isPublic: false, size: "valkey-pro.5gb" });
      expect(suite.sent().slice(1)).to.deep.equal([
        ["PATCH /caches/cache-1", { name: "pages", is_public: false, size: "valkey-pro.5gb" }],
      ]);
    });

    it("not by the same program, nor by leaving settings out", async () => {
      const { properties } = await adopt(all);
      for (const news of [all, required]) {
        expect(await diff(properties, news)).to.deep.equal({ changes: "none", replaces: [] });
      }
    });

    it("by triggers that change: the name alone is sent, and the outputs are read anew", async () => {
      const { properties: olds } = await adopt({ ...all, triggers: ["once"] });
      suite.api.fault(normalise({ status: "available" }));
      const news = { ...all, triggers: ["once", { twice: [2] }] };
      expect(await diff(olds, news)).to.deep.equal({ changes: "unknown", replaces: [] });
      const { properties } = await update(olds, news);
      expect(suite.sent().slice(1)).to.deep.equal([["PATCH /caches/cache-1", { name: "sessions" }]]);
      expect(properties).to.deep.include({ status: "available", triggers: ["once", { twice: [2] }] });
      expect((await diff(properties, news)).changes).to.equal("none");
    });

    it("into another one by another cacheId: it is replaced", async () => {
      const { properties } = await adopt(all);
      const other = await diff(properties, { ...all, cacheId: "cache-2" });
      expect(other).to.deep.equal({ changes: "unknown", replaces: ["cacheId"] });
    });

    it("by unknown values of every argument, and nothing is sent in the preview", async () => {
      const { properties } = await adopt({ ...all, triggers: [1] });
      const everything = Object.fromEntries(Object.keys(all).map((name) => [name, unknown]));
      const { failures } = await suite.host.check("cache", { ...everything, triggers: [{ deep: unknown }] });
      expect(failures).to.deep.equal([]);
      for (const argument of Object.keys(all)) {
        const { changes: changed, replaces } = await diff(properties, { ...all, [argument]: unknown });
        expect(changed).to.equal("unknown");
        expect(replaces).to.deep.equal(argument === "cacheId" ? ["cacheId"] : []);
      }
      const nestedChange = await diff(properties, { ...all, triggers: [{ deep: unknown }] });
      expect(nestedChange.changes).to.equal("unknown");
      expect(suite.sent()).to.have.length(1);
    });
  });

  describe("is not as stated", () => {
    it("where the API normalised a setting: the warning names it, and the output is the API's", async () => {
      suite.api.fault(normalise({ hibernation_timeout: 60, size: "valkey-pro.5gb" }));
      const { properties } = await adopt(all);
      expect(properties).to.deep.include({
        hibernationTimeout: 60,
        size: "valkey-pro.5gb",
        asked: { hibernationTimeout: 30, size: "valkey-pro.1gb" },
      });
      expect(await suite.host.lines()).to.deep.equal([
        'warning: Cache cache-1: hibernationTimeout: requested 30, the API answered 60. The API may still be applying it (status "creating"): run `pulumi up` again later, it sends the setting again. Or it did not apply it: state the API\'s value to end this',
        'warning: Cache cache-1: size: requested "valkey-pro.1gb", the API answered "valkey-pro.5gb". The API may still be applying it (status "creating"): run `pulumi up` again later, it sends the setting again. Or it ignores a field that it does not know: if its name for size is another, set apphosting:fieldNames',
      ]);
    });

    it("so the next preview shows an update with a line that names the setting, and the update sends it", async () => {
      suite.api.fault(dropFields("size"));
      const { properties: olds } = await adopt(all);
      await suite.host.lines();
      expect(await diff(olds, all)).to.deep.equal({ changes: "some", replaces: [] });
      expect(await suite.host.lines()).to.deep.equal([
        "warning: Cache cache-1: size: the API has another value than the program; the next `pulumi up` sends it again",
      ]);
      const { properties } = await update(olds, all);
      expect(suite.sent().slice(1)).to.deep.equal([
        ["PATCH /caches/cache-1", { name: "sessions", size: "valkey-pro.1gb" }],
      ]);
      expect(properties).not.to.have.property("asked");
      expect((await diff(properties, all)).changes).to.equal("none");
    });

    it("which stating the API's value settles without a request", async () => {
      suite.api.fault(normalise({ hibernation_timeout: 60 }));
      const { properties } = await adopt(all);
      expect((await diff(properties, { ...all, hibernationTimeout: 60 })).changes).to.equal("none");
    });

    it("only where the answer shows it: a setting that it leaves out is as it was asked", async () => {
      suite.api.fault(without("data.attributes.size", "data.attributes.hibernation_timeout"));
      const { properties } = await adopt(all);
      expect(properties).to.include(all);
      expect(await suite.host.lines()).to.deep.equal([]);
      expect((await diff(properties, all)).changes).to.equal("none");
    });
  });
});
