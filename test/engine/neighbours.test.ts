/** Other dynamic resources of a program: they share the host's process and axios, or wrote the state before. */

import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";
import { startPlainServer } from "./plain-server";

/** Declares a dynamic resource that does this in the process of the host, before `web`. */
const declareNeighbour = (create: string) => `
const create = async () => {
  ${create}
  return { id: "neighbour", outs: {} };
};
const neighbour = new pulumi.dynamic.Resource({ create }, "neighbour", {});
`;
const web = (options = "{}") =>
  `new Application("web", { name: "Shop", sourceControlProvider: "hostA" }, ${options});\n`;
const create = 'POST /applications {"name":"Shop","source_control_provider_type":"hostA"}';

describeEngine("other dynamic resources", () => {
  const use = useStack(startPlainServer);
  /** Runs it with all of the SDK, which closures need. */
  const withClosures = (act: () => Promise<string>) => {
    const { environment } = use.stack;
    const { NODE_OPTIONS } = environment;
    environment.NODE_OPTIONS = "";
    return act().finally(() => Object.assign(environment, { NODE_OPTIONS }));
  };
  const up = (program: string) => withClosures(() => use.stack.upProgram(program));

  it("Neighbour that changes the shared axios: our requests stay as they are, sent once and not logged", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    api.stored.set("/caches/cache-1", {});
    api.answer(/^POST/, [500, { message: "Down." }]);
    const program = `${declareNeighbour(`
  const axios = require("axios");
  axios.defaults.timeout = 1;
  axios.defaults.params = { api_key: "other" };
  axios.interceptors.request.use((config) => {
    console.log("sent", config.url, JSON.stringify(config.headers));
    return config;
  });
  // As axios-retry does.
  axios.interceptors.response.use((response) => response.data, (error) => axios(error.config));`)}
const cache = new Cache("cache", { cacheId: "cache-1", name: "sessions" }, { dependsOn: neighbour });
${web("{ dependsOn: cache }")}`;
    const text = await withClosures(() => stack.failProgram(program));
    expect(api.listSent()).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions"}', create]);
    expect((await stack.findResource("cache")).outputs).to.include({ name: "sessions" });
    expect(text)
      .to.include("failed with status 500: Down.")
      .and.not.match(/plain-token|sent \//);
  });

  it("Neighbour that blocks the process past the timeout: a response that has arrived is read", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:timeoutSeconds": "2" });
    const events = new EventEmitter();
    const arrived = once(events, "create");
    api.answer(/^GET \/ready/, () => arrived.then(() => [200, {}]));
    api.answer(/^POST/, () => {
      events.emit("create");
      return sleep(500, [201, { data: { id: "app-1", type: "applications" } }] as const);
    });
    const block = `
  await fetch("${api.url}/ready");
  require("node:child_process").execSync("sleep 3");`;
    const sent = await recordRequests(api, () => up(declareNeighbour(block) + web()));
    expect(sent).to.have.members(["GET /ready", create]);
    expect(await stack.readIds()).to.include({ web: "app-1" });
  });

  it("State of another provider: up rejects it behind an alias, and adopts as the message says", async () => {
    const { api, stack } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const declareFormer = (options: string) => `
class Former extends pulumi.dynamic.Resource {}
const stop = async () => { throw new Error("The old delete ran."); };
new Former({ create: async () => ({ id: "env-dynamic", outs: {} }), delete: stop }, "dynamic", {}, ${options});
new pulumi.Stash("full", { input: "env-full" }, ${options});\n`;
    const declare = (name: string, existingId?: string, type?: string) => {
      const args = JSON.stringify({ applicationId: "app-1", name, branch: "main", existingId });
      const options = type ? `{ retainOnDelete: false, aliases: [{ type: "${type}" }] }` : "{}";
      return `new Environment("${name}", ${args}, ${options});\n`;
    };
    await up(declareFormer("{}"));
    const text = await stack.failProgram(
      declare("dynamic", undefined, "pulumi-nodejs:dynamic:Resource") +
        declare("full", "env-full", "pulumi:index:Stash"),
      "--continue-on-error",
    );
    expect(text.split("another provider wrote the state of this environment")).to.have.lengthOf(3);
    expect(text).to.include("set `retainOnDelete: true` on the old resource and run `pulumi up`");

    await up(declareFormer("{ retainOnDelete: true }"));
    const names = ["dynamic", "full"];
    for (const name of names) api.stored.set(`/environments/env-${name}`, {});
    const adopting = names.map((name) => declare(name, `env-${name}`)).join("");
    expect(await stack.upProgram(adopting)).not.to.include("The old delete ran.");
    expect(await stack.readIds()).to.include({ dynamic: "env-dynamic", full: "env-full" });
  });
});
