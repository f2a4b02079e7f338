import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json";
import { dropFields, type FaultySandbox, normalise, startFaultySandbox, withNull, without } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

interface Stated {
  readonly stating?: string;
  readonly other?: string;
  readonly hibernationTimeout?: number;
}

/** One after the other, so that ids and lines have an order. Applications are named after what the API does with them. */
const program = ({ stating = "eu-central-1", other = "eu-central-1", hibernationTimeout = 30 }: Stated) => `
const dependsOn = [];
const declare = (Kind, name, args) => dependsOn.push(new Kind(name, args, { dependsOn: [...dependsOn] }));
const regions = { stating: "${stating}", other: "${other}" };
for (const name of ["normalised", "stating", "other", "drops", "nulls"]) {
  const region = regions[name] ?? "eu-central-1";
  declare(Application, name, { name, sourceControlProvider: "hostA", region, rootDirectory: "web" });
}
const environment = { name: "staging ", branch: "develop", buildCommand: null };
declare(Environment, "trimmed", { applicationId: "app-1", ...environment });
declare(Environment, "empty", { applicationId: "app-2", ...environment });
const cache = { name: "sessions", size: "1gb", isPublic: true };
declare(Cache, "sessions", { cacheId: "cache-1", hibernationTimeout: 30, ...cache });
declare(Cache, "pages", { cacheId: "cache-2", hibernationTimeout: ${hibernationTimeout}, ...cache });
`;

const rewrites: Readonly<Record<string, ReturnType<typeof normalise>>> = {
  normalised: normalise({ name: "Web Shop", region: "us-east-1", root_directory: null }),
  stating: normalise({ region: "us-east-1" }),
  other: normalise({ region: "us-east-1" }),
  drops: without("data.attributes.region", "included"),
  nulls: withNull("data.attributes.name", "data.attributes.root_directory"),
};

async function startApi(): Promise<FaultySandbox> {
  const api = await startFaultySandbox();
  await addApplications(api, 2);
  const answer = (body: { data: { attributes: JsonObject } }) =>
    rewrites[String(body.data.attributes.name)]?.answer?.(body);
  api.fault({ kind: "rewrite", answer }, { times: 5, match: { path: /^\/applications$/ } });
  const trimmed = normalise({ name: "staging", build_command: "npm run build" });
  api.fault(trimmed, { match: { path: /app-1\/environments$/ } });
  const empty = { kind: "answer", status: 200, body: {}, takesEffect: true } as const;
  api.fault(empty, { match: { path: /app-2\/environments$/ } });
  api.fault(dropFields("size", "is_public"), { match: { path: /cache-1$/ } });
  api.fault(dropFields("is_public"), { match: { path: /cache-2$/ } });
  return api;
}

describeEngine("an API that does not do as asked", () => {
  const use = shareStack(startApi);
  let said: string;
  let refreshed: string;
  let sentByRefresh: number;
  let preview: string;
  let sentAgain: JsonObject[];

  before(async () => {
    const { stack, api } = use;
    await stack.program(program({}));
    said = diagnostics(await stack.up());
    const created = api.requests().length;
    refreshed = diagnostics(await stack.succeed("refresh", "--yes", "--skip-preview", "--suppress-progress"));
    sentByRefresh = api.requests().length - created;
    await stack.program(program({ stating: "us-east-1", other: "eu-west-1", hibernationTimeout: 45 }));
    preview = await stack.preview();
    await stack.up();
    sentAgain = api
      .requests()
      .slice(created)
      .map(({ path, body }) => ({ path, ...JSON.parse(body) }));
  });

  const outputs = async (name: string) => (await use.stack.resource(name)).outputs;

  it("is warned of once, with what was asked and what it answered", () => {
    expectGolden("normalised/up", said);
  });

  it("has a refresh say once that nothing was read, and that the next up sends a setting that was not applied", () => {
    expectGolden("normalised/refresh", refreshed);
    expect(sentByRefresh).to.equal(0);
  });

  it("is no reason to replace what it normalised, nor is stating its value; another value is, and a cache shows its setting again", () => {
    expectGolden("normalised/preview", preview);
  });

  it("gives its values as outputs, but for those that it answers as null or leaves out", async () => {
    const web = { name: "Web Shop", region: "us-east-1", rootDirectory: "web" };
    expect(await outputs("normalised")).to.deep.include(web);
    expect(await outputs("trimmed")).to.deep.include({ name: "staging" });
  });

  it("that answers nothing gives an environment an id that tells which it is", async () => {
    expect((await use.stack.resource("empty")).id).to.equal("app-2/staging ");
  });

  it("gets a setting that it did not apply again, together with a changed one, and is then left alone", async () => {
    expect(sentAgain).to.have.deep.members([
      {
        path: "/applications",
        name: "other",
        source_control_provider_type: "hostA",
        region: "eu-west-1",
        root_directory: "web",
      },
      { path: "/caches/cache-1", name: "sessions", size: "1gb", is_public: true },
      { path: "/caches/cache-2", name: "sessions", is_public: true, hibernation_timeout: 45 },
    ]);
    await use.stack.preview("--expect-no-changes");
  });
});
