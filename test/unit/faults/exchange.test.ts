/** Faults of the exchange: other answers, delays, stalls, resets, drips. */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import { freshFront } from "./client.js";

describe("The faulty sandbox", () => {
  const { front, headers, create, update, created, exchange } = freshFront();

  /** Until the request has come through to the sandbox. */
  async function effect(): Promise<void> {
    while (created() === 0) await new Promise(setImmediate);
  }

  describe("answers instead of the sandbox", () => {
    it("before a request took effect", async () => {
      const body = { message: "down" };
      front().fault({
        kind: "answer",
        status: 502,
        headers: { "x-from": "proxy" },
        body,
        takesEffect: false,
      });
      const answer = await create();
      expect(answer).to.deep.include({ status: 502, json: body });
      expect(answer.headers.get("x-from")).to.equal("proxy");
      expect(answer.headers.get("content-type")).to.equal("application/json");
      expect(created()).to.equal(0);
    });

    it("after it took effect", async () => {
      front().fault({ kind: "answer", status: 504, body: "<html>", takesEffect: true });
      expect(await create()).to.include({ status: 504, text: "<html>" });
      expect(created()).to.equal(1);
    });

    it("with bytes that are no text, or with none", async () => {
      front().fault({ kind: "answer", status: 200, body: Buffer.from([0xff, 0x00]), takesEffect: false });
      front().fault({ kind: "answer", status: 204, takesEffect: false });
      const response = await fetch(`${front().url}/applications`, { method: "POST", headers: headers() });
      expect(Buffer.from(await response.arrayBuffer())).to.deep.equal(Buffer.from([0xff, 0x00]));
      expect(await create()).to.include({ status: 204, text: "" });
    });
  });

  describe("delays", () => {
    it("a request and then lets it through", async () => {
      front().fault({ kind: "delay", ms: 1, when: "before" });
      front().fault({ kind: "delay", ms: 1, when: "after" });
      expect((await create()).status).to.equal(201);
      expect((await create()).status).to.equal(201);
    });

    it("it before it takes effect", async () => {
      front().fault({ kind: "delay", ms: 1e8, when: "before" });
      const outgoing = exchange();
      while (front().requests().length === 0) await new Promise(setImmediate);
      // The sandbox would have had its turn by the time that another request is through.
      await update();
      expect(created()).to.equal(0);
      outgoing.on("error", () => {}).destroy();
    });

    it("it after it took effect", async () => {
      front().fault({ kind: "delay", ms: 1e8, when: "after" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      await effect();
      await update();
      outgoing.on("error", () => {}).destroy();
    });
  });

  describe("stalls", () => {
    it("before a request takes effect", async () => {
      front().fault({ kind: "stall", when: "before" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      while (front().requests().length === 0) await new Promise(setImmediate);
      await update();
      expect(created()).to.equal(0);
      outgoing.on("error", () => {}).destroy();
    });

    it("after it took effect", async () => {
      front().fault({ kind: "stall", when: "after" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      await effect();
      await update();
      outgoing.on("error", () => {}).destroy();
    });

    it("half way through the answer", async () => {
      front().fault({ kind: "stall", when: "half way" });
      const outgoing = exchange();
      const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
      const whole = Number(answer.headers["content-length"]);
      const half = Math.ceil(whole / 2);
      let got = 0;
      while (got < half) got += ((await once(answer, "data")) as [Buffer])[0].length;
      await update();
      expect(got).to.equal(half);
      expect(answer.complete).to.equal(false);
      answer.on("error", () => {});
      outgoing.on("error", () => {}).destroy();
    });
  });

  describe("resets the connection", () => {
    // A connection that is merely closed is a hang-up, without a system call that failed.
    const reset = { code: "ECONNRESET", syscall: "read" };

    it("before a request takes effect", async () => {
      front().fault({ kind: "reset", when: "before" });
      const [error] = await once(exchange(), "error");
      expect(error).to.include(reset);
      expect(created()).to.equal(0);
    });

    it("after it took effect", async () => {
      front().fault({ kind: "reset", when: "after" });
      const [error] = await once(exchange(), "error");
      expect(error).to.include(reset);
      expect(created()).to.equal(1);
    });

    it("half way through the answer", async () => {
      front().fault({ kind: "reset", when: "half way" });
      const [answer] = (await once(exchange(), "response")) as [IncomingMessage];
      expect(answer.statusCode).to.equal(201);
      expect(await failure(buffer(answer))).to.include({ code: "ECONNRESET" });
      expect(created()).to.equal(1);
    });
  });

  it("drips a body, so many bytes at a time", async () => {
    front().fault({ kind: "drip", bytes: 100, ms: 1 });
    const [answer] = (await once(exchange(), "response")) as [IncomingMessage];
    const sizes: number[] = [];
    answer.on("data", ({ length }: Buffer) => sizes.push(length));
    await once(answer, "end");
    const whole = sizes.reduce((sum, size) => sum + size, 0);
    expect(whole).to.equal(Number(answer.headers["content-length"]));
    // Pieces may arrive together, but not all of them.
    expect(sizes.length).to.be.greaterThan(1);
  });
});

async function failure(promise: Promise<unknown>): Promise<NodeJS.ErrnoException> {
  try {
    await promise;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  throw new Error("nothing failed");
}
