/** Reserved ids: one resource of a program for what exists, of each provider. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { cache } from "../../../../provider/definitions/cache.js";
import { Application, Cache, Provider } from "../../../../provider/index.js";
import { reserveId } from "../../../../provider/resources/registration/reserved-ids.js";
import { readOutput, useMocks } from "../../resources.js";

const args = { cacheId: "cache-1", name: "sessions" };

describe("Reserved ids", () => {
  const register = useMocks();

  it("Reserved id: a second resource with the same cacheId or existingId and provider is refused", async () => {
    const provider = new Provider("org-a", { token: "token" });
    const parent = new pulumi.ComponentResource("acme:index:Site", "site", {}, { provider });
    const first = new Cache("first", args, { provider });
    new Cache("other", { ...args, cacheId: "cache-2" }, { provider });
    new Cache("elsewhere", args, { provider: new Provider("org-b", { token: "token" }) });
    for (const name of ["without", "again without"]) new Cache(name, args);
    const says =
      'Cache "second": Cache "first" of this program has the same cacheId. Each would turn back what the other sets: set all of one cache in one resource.';
    for (const options of [{ provider }, { parent }]) {
      const second = () => new Cache("second", args, options);
      expect(second).to.throw(pulumi.RunError, says).with.property("stack", "");
    }
    expect((await register(first)).inputs).to.include({ cacheId: "cache-1" });
    const adopted = { name: "Web shop", sourceControlProvider: "hostA", existingId: "app-1" } as const;
    const application = (name: string) => new Application(name, adopted, { provider });
    application("web");
    const twice = 'Application "twice": Application "web" of this program has the same existingId.';
    expect(() => application("twice")).to.throw(pulumi.RunError, twice);
  });

  it("Reserved id: an id that is an output is reserved as soon as it is known", async () => {
    const options = { provider: new Provider("org-c", { token: "token" }) };
    const claim = (id: pulumi.Input<unknown>, name: string) => reserveId(id, cache, name, options);
    expect(await readOutput(claim(pulumi.output("cache-1"), "first") as pulumi.Output<string>)).to.equal("cache-1");
    expect(() => claim("cache-1", "second")).to.throw(pulumi.RunError, 'Cache "first"');
    expect([claim(undefined, "none"), claim(undefined, "none again")]).to.deep.equal([undefined, undefined]);
  });
});
