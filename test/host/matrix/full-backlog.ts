/** A port whose queue of connections is full: the kernel lets further ones wait, and nobody ever accepts them. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Place } from "./fault.js";

/** More than any queue holds that is asked to be short. */
const many = 64;

/** Listens with the shortest queue, says its port, and stops itself before it accepts anything. */
const sleeper = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, server.address().port + "\\n");
    process.kill(process.pid, "SIGSTOP");
  });`;

export async function fullBacklog(): Promise<Place> {
  const listener = spawn(process.execPath, ["-e", sleeper], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(listener.stdout.setEncoding("utf8"), "data");
  const queue = Array.from({ length: many }, () => connect(Number(port), "127.0.0.1").on("error", () => {}));
  // Those that find room do so as they are made. Then there is none until one is accepted.
  await Promise.race(queue.map((socket) => once(socket, "connect")));
  return {
    url: `http://127.0.0.1:${Number(port)}/api`,
    arrived: () => 0,
    async close() {
      for (const socket of queue) socket.destroy();
      listener.kill("SIGKILL");
      await once(listener, "close");
    },
  };
}
