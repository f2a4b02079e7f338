/** Places without TLS: the sandbox behind its front, and nowhere. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { required } from "../arguments.js";
import { type Place, token } from "./fault.js";

/** Nothing listens there: what goes to this proxy is lost. */
export const noProxy = "http://127.0.0.1:9";

/** The sandbox, with the application that the environment needs. */
export async function openFront(): Promise<Place<FaultySandbox>> {
  const api = await startFaultySandbox({ sandbox: { token } });
  const body = JSON.stringify({ name: required.application.name, source_control_provider_type: "hostA" });
  return {
    url: api.url,
    // Plain http goes through no proxy, which would see the token.
    env: { HTTP_PROXY: noProxy, http_proxy: noProxy, ALL_PROXY: noProxy },
    controls: api,
    async reset() {
      api.reset();
      const headers = { authorization: `Bearer ${token}` };
      await fetch(`${api.sandbox.url}/applications`, { method: "POST", headers, body });
    },
    requests: () => api.requests().length,
    happened({ name }) {
      const { applications, environments, caches } = api.sandbox.state();
      return [...applications, ...environments, ...caches].some(({ attributes }) => attributes.name === name);
    },
    waiting: (attempts, signal) => api.reached(attempts, "done", signal),
    close: api.close,
  };
}

/** No request ever comes there, and nothing tells of an attempt: its time is over now and then. */
const nowhere = {
  env: {},
  controls: undefined,
  reset: async () => {},
  requests: () => 0,
  happened: () => false,
  waiting: (_: number, signal: AbortSignal) => sleep(50, undefined, { signal }),
  close: async () => {},
};

/** Labels of a name have 63 characters at most, so that no resolver has to be asked. */
export async function openNoName(): Promise<Place<undefined>> {
  return { ...nowhere, url: `https://${"x".repeat(64)}.invalid/api` };
}

/** Listens with the shortest queue, says its port, and stops itself before it accepts anything. */
const sleeper = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, server.address().port + "\\n");
    process.kill(process.pid, "SIGSTOP");
  });`;

/** A port whose queue of connections is full: the kernel lets further ones wait, and nobody ever accepts them. */
export async function openFullBacklog(): Promise<Place<undefined>> {
  const listener = spawn(process.execPath, ["-e", sleeper], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(listener.stdout.setEncoding("utf8"), "data");
  const queue = Array.from({ length: 64 }, () => connect(Number(port), "127.0.0.1").on("error", () => {}));
  // Those that find room do so as they are made. Then there is none until one is accepted.
  await Promise.race(queue.map((socket) => once(socket, "connect")));
  return {
    ...nowhere,
    url: `http://127.0.0.1:${Number(port)}/api`,
    async close() {
      for (const socket of queue) socket.destroy();
      listener.kill("SIGKILL");
      await once(listener, "close");
    },
  };
}
