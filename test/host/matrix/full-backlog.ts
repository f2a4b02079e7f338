/** A port whose queue of connections is full: the kernel lets further ones wait, and nobody ever accepts them. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "./fault.js";

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
  const queue: Socket[] = [];
  while (await joins(Number(port), queue)) {
    if (queue.length > 100) throw new Error("the queue of connections does not fill");
  }
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

/** Whether another connection still finds room. */
async function joins(port: number, queue: Socket[]): Promise<boolean> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  queue.push(socket);
  return Promise.race([once(socket, "connect").then(() => true), sleep(200).then(() => false)]);
}
