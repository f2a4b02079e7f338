/** Other dynamic resources of a program, which share the process of the host, and axios. */

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

describeEngine("neighbours in the host process", () => {
  const use = useStack(startPlainServer);
  // Closures need all of the SDK.
  beforeEach(() => {
    use.stack.environment.NODE_OPTIONS = "";
  });

  it("Neighbour that changes the shared axios: our requests stay as they are, sent once and not logged", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    api.stored.set("/caches/cache-1", {});
    api.answer(/^POST/, [500, { message: "Down." }]);
    const text = await stack.failProgram(
      `${declareNeighbour(`
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
${web("{ dependsOn: cache }")}`,
    );
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
    const sent = await recordRequests(api, () => stack.upProgram(declareNeighbour(block) + web()));
    expect(sent).to.have.members(["GET /ready", create]);
    expect(await stack.readIds()).to.include({ web: "app-1" });
  });
});
