import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { onlyId } from "../faults/index.js";
import * as stated from "./arguments.js";
import { failureOf } from "./host.js";
import { hostSuite } from "./suite.js";

const required = stated.required.cache;
const all = stated.all.cache;

describe("A cache in the host process", () => {
  const suite = hostSuite();
  const adopt = (inputs: JsonObject) => suite.host.create("cache", inputs);

  describe("is taken over", () => {
    it("by one request with the name and nothing else", async () => {
      const { id, properties } = await adopt(required);
      expect(id).to.equal("cache-1");
      expect(properties).to.include(required);
      expect(suite.sent()).to.deep.equal([["PATCH /caches/cache-1", { name: "sessions" }]]);
    });

    it("by one request with all stated settings under their names on the wire", async () => {
      await adopt({ ...all, triggers: ["once"] });
      expect(suite.sent()).to.deep.equal([
        [
          "PATCH /caches/cache-1",
          {
            name: "sessions",
            auto_upgrade_enabled: false,
            is_public: true,
            uses_hibernation: true,
            hibernation_timeout: 30,
            size: "valkey-pro.1gb",
            eviction_policy: "volatile-lru",
          },
        ],
      ]);
      expect(await suite.host.lines()).to.deep.equal([]);
    });

    for (const [title, fault] of [
      ["has only an id", onlyId()],
      ["has no id", { kind: "answer", status: 200, body: { data: {} }, takesEffect: true }],
      ["has another id", { kind: "answer", status: 200, body: { data: { id: "else" } }, takesEffect: true }],
      ["has no body", { kind: "answer", status: 204, takesEffect: true }],
      ["is empty", { kind: "answer", status: 200, body: "", takesEffect: true }],
    ] as const) {
      it(`under its own id where the answer ${title}`, async () => {
        suite.api.fault(fault);
        const { id, properties } = await adopt(all);
        expect({ id, properties: stated.known(properties) }).to.deep.equal({
          id: "cache-1",
          properties: all,
        });
      });
    }

    it("not where no cache has this id, and the error names it", async () => {
      const failure = await failureOf(adopt({ ...required, cacheId: "cache-9" }));
      expect(failure.message).to.equal(
        'update cache failed with status 404: There is no cache cache-9.\nCheck cacheId: the API knows no "cache-9", or the token\'s organization does not own it.',
      );
    });
  });

  it("is let go by a delete, which says that it still exists", async () => {
    await suite.host.delete("cache", "cache-1", all);
    expect(await suite.host.lines()).to.deep.equal([
      "warning: Cache cache-1 is removed from the state, but it still exists: the API has no operation to delete it",
    ]);
    expect(suite.sent()).to.deep.equal([]);
  });
});
