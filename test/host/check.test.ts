import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import type { HostName } from "../../provider/resources/resource.js";
import { all, required } from "./arguments.js";
import { hostSuite } from "./suite.js";

const marker = "marker-of-a-secret";

describe("The check of a resource", () => {
  const suite = hostSuite();
  const reasons = async (resource: HostName, inputs: JsonObject) =>
    (await suite.host.check(resource, inputs)).failures.map(({ reason }) => reason);

  for (const resource of ["application", "environment", "cache"] as const) {
    it(`takes the required arguments of ${resource}, and all of them, and hands them on as they are`, async () => {
      for (const inputs of [required[resource], all[resource]]) {
        expect(await suite.host.check(resource, inputs)).to.deep.equal({ inputs, failures: [] });
      }
    });

    it(`names every required argument of ${resource} that is missing`, async () => {
      const found = await reasons(resource, {});
      for (const name of Object.keys(required[resource])) {
        expect(found.some((reason) => reason.startsWith(`${name} is required, `))).to.equal(true, name);
      }
      expect(found).to.have.length(Object.keys(required[resource]).length);
    });

    it(`names an argument that ${resource} does not have`, async () => {
      const found = await reasons(resource, { ...required[resource], nmae: marker });
      expect(found).to.have.length(1);
      expect(found[0]).to.match(/^nmae is no argument of \w+; its arguments are \w+, /);
    });

    it(`takes an optional argument of null for ${resource} as left out, but for the build command`, async () => {
      const optional = Object.keys(all[resource]).filter((name) => !(name in required[resource]));
      const nulls = Object.fromEntries(optional.map((name) => [name, null]));
      const { inputs, failures } = await suite.host.check(resource, { ...required[resource], ...nulls });
      expect(failures).to.deep.equal([]);
      expect(inputs).to.deep.equal({
        ...required[resource],
        ...("buildCommand" in nulls ? { buildCommand: null } : {}),
      });
    });
  }

  it("lists all mistakes of an application at once", async () => {
    const found = await reasons("application", {
      name: "x".repeat(41),
      region: "eu-west-9",
      repository: "/acme",
      sourceControlProvider: "hostD",
      buildCommand: "x".repeat(2001),
      rootDirectory: 7,
      clusterId: ["cluster-1"],
    });
    expect(found.map((reason) => reason.split(" ")[0])).to.deep.equal(Object.keys(all.application).sort(order));
    expect(found[0]).to.equal("name must have 2 to 40 characters; it has 41");
  });

  it("lists all mistakes of an environment at once", async () => {
    const found = await reasons("environment", {
      applicationId: "..",
      name: "a/b",
      branch: 1,
      buildCommand: false,
      clusterId: 1,
      edgeNetworkId: {},
    });
    expect(found.map((reason) => reason.split(" ")[0])).to.have.members(Object.keys(all.environment));
    expect(found[0]).to.equal(
      'applicationId must be an id: not empty, "." or "..", and without white space or control characters',
    );
  });

  it("lists all mistakes of a cache at once", async () => {
    const found = await reasons("cache", {
      cacheId: " ",
      name: "Sessions",
      autoUpgradeEnabled: "yes",
      isPublic: 1,
      usesHibernation: "true",
      hibernationTimeout: 60.5,
      size: "1.5gb",
      evictionPolicy: "lru",
      triggers: "once",
    });
    expect(found.map((reason) => reason.split(" ")[0])).to.have.members([...Object.keys(all.cache), "triggers"]);
    expect(found[1]).to.equal("name may only hold lowercase letters, digits, _ and -");
  });

  it("never shows a value, and leaves the property empty, for the engine prints the value of a named one", async () => {
    const wrong = {
      application: { ...required.application, name: `${marker}*`, region: marker, repository: `/${marker}` },
      environment: { ...required.environment, applicationId: { [marker]: marker }, name: `${marker}/` },
      cache: { ...required.cache, name: marker.toUpperCase(), size: marker, hibernationTimeout: marker },
    };
    for (const [resource, inputs] of Object.entries(wrong)) {
      const { failures } = await suite.host.check(resource as HostName, inputs);
      expect(failures).not.to.have.length(0);
      for (const { property, reason } of failures) {
        expect(property).to.equal("");
        expect(reason.toLowerCase()).not.to.contain(marker);
      }
    }
  });

  it("sends nothing", async () => {
    await suite.host.check("application", all.application);
    await suite.host.check("cache", {});
    expect(suite.sent()).to.deep.equal([]);
    expect(await suite.host.lines()).to.deep.equal([]);
  });
});

/** The order in which the README and the rules list an application's arguments. */
const listed = ["name", "region", "repository", "sourceControlProvider", "buildCommand", "rootDirectory", "clusterId"];
const order = (a: string, b: string) => listed.indexOf(a) - listed.indexOf(b);
