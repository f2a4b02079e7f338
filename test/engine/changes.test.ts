import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json";
import { startFaultySandbox } from "../faults";
import { addApplications, addCaches } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

const settings = {
  name: "sessions",
  autoUpgradeEnabled: true,
  isPublic: false,
  usesHibernation: true,
  hibernationTimeout: 30,
  size: "1gb",
  evictionPolicy: "allkeys-lru",
  triggers: ["first"],
};
const changedSettings = {
  name: "carts",
  autoUpgradeEnabled: false,
  isPublic: true,
  usesHibernation: false,
  hibernationTimeout: 45,
  size: "valkey-pro.2.5gb",
  evictionPolicy: "volatile-ttl",
  triggers: ["second"],
};

const application = {
  name: "Web shop",
  region: "eu-central-1",
  repository: "acme/web-shop",
  sourceControlProvider: "hostA",
  buildCommand: "npm run build",
  rootDirectory: "web",
  clusterId: "cluster-1",
};
const changedApplication = {
  name: "Shop",
  region: "us-east-1",
  repository: "acme/shop",
  sourceControlProvider: "hostB",
  buildCommand: null,
  rootDirectory: "shop",
  clusterId: "cluster-2",
};

const environment = {
  applicationId: "app-1",
  branch: "develop",
  buildCommand: "npm run build",
  clusterId: "cluster-1",
  edgeNetworkId: "edge-1",
};
const changedEnvironment = {
  applicationId: "app-2",
  name: "review",
  branch: "main",
  buildCommand: null,
  clusterId: "cluster-2",
  edgeNetworkId: "edge-2",
};

/** What a resource states in one program after the other; `undefined` leaves an argument out. */
type Stated = readonly JsonObject[];

/** A resource for each argument: stated, then changed, named after it. */
function each(changed: JsonObject, base: (argument: string) => JsonObject): Record<string, Stated> {
  return Object.fromEntries(
    Object.entries(changed).map(([argument, value]) => {
      const before = base(argument);
      return [argument, [before, { ...before, [argument]: value }]];
    }),
  );
}

const { size, evictionPolicy, ...fewer } = settings;
const { buildCommand, ...bare } = application;

const caches: Record<string, Stated> = {
  ...each(changedSettings, (argument) => ({ cacheId: `id-of-${argument}`, ...settings })),
  all: [
    { cacheId: "cache-1", ...settings },
    { cacheId: "cache-1", ...changedSettings },
  ],
  "left-out": ["cache-2", "cache-2"].map((cacheId, index) => ({
    cacheId,
    ...(index === 0 ? settings : fewer),
  })),
  "left-out-beside-a-change": [
    { cacheId: "cache-3", ...settings },
    { cacheId: "cache-3", ...fewer, isPublic: true },
  ],
  cacheId: [
    { cacheId: "former", ...settings },
    { cacheId: "latter", ...settings },
  ],
};
const applications = each(changedApplication, () => application);
const environments = each(changedEnvironment, (argument) => ({ ...environment, name: `of ${argument}` }));
const withNull: Record<string, Stated> = { null: [{ ...bare, buildCommand: null }, bare] };

function declared(kind: string, resources: Record<string, Stated>, at: 0 | 1): string {
  const lines = Object.entries(resources).map(([argument, stated]) => {
    const name = JSON.stringify(`${kind.toLowerCase()}-${argument}`);
    return `new ${kind}(${name}, ${JSON.stringify(stated[at])});\n`;
  });
  return lines.join("");
}

/** Which of its statements each resource has. */
interface At {
  readonly caches: 0 | 1;
  readonly withNull: 0 | 1;
  /** What an API that refuses names twice could not do. */
  readonly replaced: 0 | 1;
}

function program(at: At): string {
  return [
    declared("Cache", caches, at.caches),
    declared("Application", withNull, at.withNull),
    declared("Application", applications, at.replaced),
    declared("Environment", environments, at.replaced),
  ].join("");
}

async function startApi() {
  const api = await startFaultySandbox();
  addCaches(api);
  await addApplications(api, 2);
  return api;
}

describeEngine("a changed argument", () => {
  const use = shareStack(startApi);
  let preview: string;
  let summary: string;
  let sentInPreview: number;
  let sent: Record<string, unknown>;

  before(async () => {
    const { stack, api } = use;
    await (await stack.program(program({ caches: 0, withNull: 0, replaced: 0 }))).up();
    const created = api.requests().length;
    await stack.program(program({ caches: 1, withNull: 1, replaced: 1 }));
    preview = await stack.preview();
    summary = await stack.succeed("preview", "--suppress-progress");
    sentInPreview = api.requests().length - created;
    await (await stack.program(program({ caches: 1, withNull: 1, replaced: 0 }))).up();
    const requests = api.requests().slice(created);
    sent = Object.fromEntries(requests.map(({ path, body }) => [path, JSON.parse(body)]));
    expect(requests).to.have.length(Object.keys(sent).length);
  });

  it("shows with the old and the new value: as an update in place of a cache, as the reason of a replacement elsewhere", () => {
    // The order in which resources are created is chance.
    expectGolden("changes/preview", preview.replaceAll(/(\[id=|: Environment )(app|env)-\d+/g, "$1$2-<number>"));
  });

  it("that replaces shows in the summary that the old resource is retained", () => {
    const replaced = /^.* (cache-cacheId|application-name|environment-name) .*\n/gm;
    expectGolden("changes/summary", (summary.match(replaced) ?? []).sort().join(""));
  });

  it("sends nothing in a preview", () => {
    expect(sentInPreview).to.equal(0);
  });

  it("of a cache is what up sends, in one request with the name, and nothing for what is left out", () => {
    const one = (field: string, value: unknown) => ({ name: "sessions", [field]: value });
    expect(sent).to.deep.equal({
      "/caches/id-of-name": { name: "carts" },
      "/caches/id-of-autoUpgradeEnabled": one("auto_upgrade_enabled", false),
      "/caches/id-of-isPublic": one("is_public", true),
      "/caches/id-of-usesHibernation": one("uses_hibernation", false),
      "/caches/id-of-hibernationTimeout": one("hibernation_timeout", 45),
      "/caches/id-of-size": one("size", "valkey-pro.2.5gb"),
      "/caches/id-of-evictionPolicy": one("eviction_policy", "volatile-ttl"),
      // Triggers ask for new outputs, and the API for the name in each request.
      "/caches/id-of-triggers": { name: "sessions" },
      "/caches/cache-1": {
        name: "carts",
        auto_upgrade_enabled: false,
        is_public: true,
        uses_hibernation: false,
        hibernation_timeout: 45,
        size: "valkey-pro.2.5gb",
        eviction_policy: "volatile-ttl",
      },
      "/caches/cache-3": one("is_public", true),
      "/caches/latter": {
        name: "sessions",
        auto_upgrade_enabled: true,
        is_public: false,
        uses_hibernation: true,
        hibernation_timeout: 30,
        size: "1gb",
        eviction_policy: "allkeys-lru",
      },
    });
  });

  it("is in the state after up", async () => {
    expect((await use.stack.resource("cache-triggers")).outputs.triggers).to.deep.equal(["second"]);
    expect((await use.stack.resource("cache-cacheId")).id).to.equal("latter");
  });

  it("is no change any more after up; nor is a build command of null that was left out, and is stated again", async () => {
    await use.stack.program(program({ caches: 1, withNull: 0, replaced: 0 }));
    await use.stack.preview("--expect-no-changes");
  });
});
