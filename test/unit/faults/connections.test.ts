/** Connections: counted, closed when idle, ended with it. */

import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import { startFaultySandbox } from "../../faults/index.js";
import { application, freshFront } from "./client.js";

describe("The faulty sandbox", () => {
  const { front, created, exchange } = freshFront();

  describe("counts", () => {
    it("requests, with the connection of each", async () => {
      const agent = new Agent({ keepAlive: true });
      for (const through of [agent, agent, undefined]) {
        const [answer] = (await once(exchange(through), "response")) as [IncomingMessage];
        await buffer(answer);
      }
      agent.destroy();
      expect(
        front()
          .requests()
          .map(({ connection }) => connection),
      ).to.deep.equal([1, 1, 2]);
      expect(front().requests()[0]).to.deep.include({
        method: "POST",
        path: "/applications",
        body: JSON.stringify(application),
      });
      expect(front().requests()[0]?.headers.authorization).to.equal(`Bearer ${front().token}`);
    });

    it("connections, and how many were open at once", async () => {
      const own = await startFaultySandbox();
      try {
        own.fault({ kind: "stall", when: "before" }, { times: 3 });
        for (let opened = 0; opened < 3; opened += 1) {
          request(`${own.url}/applications`, { agent: false })
            .on("error", () => {})
            .end();
        }
        while (own.requests().length < 3) await new Promise(setImmediate);
        expect(own.connections()).to.deep.equal({ made: 3, mostAtOnce: 3 });
      } finally {
        await own.close();
      }
    });
  });

  it("closes idle connections without announcing it", async () => {
    const agent = new Agent({ keepAlive: true });
    front().closeIdleAfter(1);
    const outgoing = exchange(agent);
    const [socket] = (await once(outgoing, "socket")) as [Socket];
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    expect(answer.headers).to.include({ connection: "keep-alive" }).and.not.to.include.keys("keep-alive");
    const closed = once(socket, "close");
    await buffer(answer);
    await closed;
    agent.destroy();
  });

  it("closes no connection on which a request waits for its answer", async () => {
    const agent = new Agent({ keepAlive: true });
    front().closeIdleAfter(100);
    front().fault({ kind: "delay", ms: 0, when: "after" });
    front().fault({ kind: "delay", ms: 300, when: "after" });
    for (const _ of ["first", "second"]) {
      const [answer] = (await once(exchange(agent), "response")) as [IncomingMessage];
      await buffer(answer);
    }
    agent.destroy();
    expect(created()).to.equal(2);
  });

  it("keeps idle connections by default", async () => {
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(exchange(agent), "response")) as [IncomingMessage];
    expect(answer.headers).not.to.include.keys("keep-alive");
    await buffer(answer);
    agent.destroy();
  });

  it("ends stalled connections when it closes", async () => {
    const own = await startFaultySandbox();
    own.fault({ kind: "stall", when: "before" });
    const outgoing = request(`${own.url}/applications`, { agent: false }).end();
    while (own.requests().length === 0) await new Promise(setImmediate);
    const [[error]] = await Promise.all([once(outgoing, "error"), own.close()]);
    expect(error).to.include({ code: "ECONNRESET" });
  });
});
