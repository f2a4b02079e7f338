import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { cache } from "../../provider/host/cache.js";
import { dynamicProvider } from "../../provider/host/dynamic-provider.js";
import { resourceHost } from "../../provider/host/resource.js";
import { Session } from "../../provider/host/session.js";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { answerMarkers, command, finds, marked, tell, telling, token } from "./markers.js";
import { texts } from "./walk.js";

/** No secret: a name is one only where the engine knows it as secret configuration. */
const cacheName = "renamed";

/** What a cache's state holds, as the engine hands it over. */
const olds = {
  cacheId: "cache-1",
  name: "sessions",
  credentials: { username: marked("user"), password: marked("password") },
  connectionUri: marked("uri"),
};

describe("An error that leaves the package", () => {
  let api: FaultySandbox;
  beforeEach(async () => {
    api = await startFaultySandbox({ sandbox: { token } });
    answerMarkers(api);
  });
  afterEach(() => api.close());

  /** What both operations throw, and what is written meanwhile. */
  async function thrown(environment: NodeJS.ProcessEnv = {}): Promise<{ errors: unknown[]; lines: string[] }> {
    const lines: string[] = [];
    const settings: Record<string, string> = { "apphosting:maxRetries": "1", "apphosting:timeoutSeconds": "1" };
    const env = { APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: api.url, ...environment };
    const session = new Session(
      env,
      dynamicProvider((line) => lines.push(line)),
    );
    session.configure((key) => settings[key]);
    const calls = [
      resourceHost(application, session).create({ name: "Web", sourceControlProvider: "hostA", buildCommand: command }),
      resourceHost(cache, session).update?.("cache-1", olds, { cacheId: "cache-1", name: cacheName }),
    ];
    const settled = await Promise.allSettled(calls);
    return { errors: settled.flatMap((call) => (call.status === "rejected" ? [call.reason] : [])), lines };
  }

  function expectClean({ errors, lines }: { errors: unknown[]; lines: string[] }): void {
    expect(errors).to.have.length(2);
    const found = errors.flatMap((error) => texts(error));
    expect(found.some((text) => text.startsWith("update cache "))).to.equal(true);
    expect(finds([...found, ...lines].join("\n"))).to.deep.equal([]);
  }

  for (const [what, fault] of Object.entries(telling)) {
    it(`holds no secret, wherever one looks, after ${what}`, async () => {
      tell(api, fault, cacheName);
      tell(api, fault, cacheName);
      expectClean(await thrown());
    });
  }

  it("holds no secret, wherever one looks, after an answer that does not come", async () => {
    api.fault({ kind: "stall", when: "after" }, { times: Number.POSITIVE_INFINITY });
    expectClean(await thrown());
  });

  it("holds no secret, wherever one looks, where no connection is made", async () => {
    expectClean(await thrown({ APPHOSTING_BASE_URL: "https://127.0.0.1:1/api" }));
  });

  it("is looked through as a whole: the search sees a library's own error", async () => {
    const error = Object.assign(new Error("broken", { cause: { config: { headers: [`Bearer ${token}`] } } }));
    Object.defineProperty(error, Symbol("request"), { value: { password: marked("password") }, enumerable: false });
    expect(finds(texts(error).join("\n"))).to.have.length(2);
  });
});
