import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import {
  dropFields,
  type Fault,
  type FaultySandbox,
  nested,
  normalise,
  onlyId,
  startFaultySandbox,
  withNull,
  without,
} from "../faults/index.js";

const application = { name: "Shop", source_control_provider_type: "hostA", region: "eu-west-1" };

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
  json: any;
}

describe("The faulty sandbox", () => {
  let front: FaultySandbox;
  before(async () => {
    front = await startFaultySandbox();
  });
  beforeEach(() => front.reset());
  after(() => front.close());

  const headers = () => ({ authorization: `Bearer ${front.token}` });

  async function send(method: string, path: string, body: object): Promise<Answer> {
    const response = await fetch(`${front.url}${path}`, {
      method,
      headers: headers(),
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
  const create = (fields: object = {}) => send("POST", "/applications", { ...application, ...fields });
  const update = (fields: object = {}) => send("PATCH", "/caches/cache-1", { name: "sessions", ...fields });
  const created = () => front.sandbox.state().applications.length;

  /** Node's own client shows what an exchange comes to, byte by byte. */
  function exchange(agent?: Agent) {
    const outgoing = request(`${front.url}/applications`, {
      method: "POST",
      headers: headers(),
      ...(agent ? { agent } : { agent: false }),
    });
    return outgoing.end(JSON.stringify(application));
  }

  async function failure(promise: Promise<unknown>): Promise<NodeJS.ErrnoException> {
    try {
      await promise;
    } catch (error) {
      return error as NodeJS.ErrnoException;
    }
    throw new Error("nothing failed");
  }

  /** Until the request has come through to the sandbox. */
  async function effect(): Promise<void> {
    while (created() === 0) await new Promise(setImmediate);
  }

  it("is the sandbox itself without a fault", async () => {
    const through = await create();
    front.sandbox.reset();
    const straight = await fetch(`${front.sandbox.url}/applications`, {
      method: "POST",
      headers: headers(),
      body: JSON.stringify(application),
    });
    expect(through.status).to.equal(straight.status);
    expect(through.headers.get("content-type")).to.equal(straight.headers.get("content-type"));
    expect(through.text).to.equal(await straight.text());
    expect((await send("PUT", "/applications", {})).headers.get("allow")).to.equal("POST");
  });

  it("starts its sandbox with the given options", async () => {
    const other = await startFaultySandbox({ sandbox: { token: "mine" } });
    expect(other.token).to.equal("mine");
    await other.close();
  });

  describe("takes faults", () => {
    const unavailable: Fault = { kind: "answer", status: 503, takesEffect: false };
    const statuses = async (...requests: (() => Promise<Answer>)[]) => {
      const found: number[] = [];
      for (const next of requests) found.push((await next()).status);
      return found;
    };

    it("for one request", async () => {
      front.fault(unavailable);
      expect(await statuses(update, update)).to.deep.equal([503, 200]);
    });

    it("for so many requests", async () => {
      front.fault(unavailable, { times: 2 });
      expect(await statuses(update, update, update)).to.deep.equal([503, 503, 200]);
    });

    it("one after the other", async () => {
      front.fault(unavailable);
      front.fault({ ...unavailable, status: 500 });
      expect(await statuses(update, update, update)).to.deep.equal([503, 500, 200]);
    });

    it("for the requests that match", async () => {
      front.fault(unavailable, { match: { method: "POST" } });
      front.fault({ ...unavailable, status: 500 }, { match: { path: /^\/caches\/cache-2$/ } });
      const other = () => send("PATCH", "/caches/cache-2", { name: "pages" });
      expect(await statuses(update, create, other)).to.deep.equal([200, 503, 500]);
    });

    it("for good, beside others", async () => {
      front.fault(dropFields("size"), { times: Number.POSITIVE_INFINITY });
      front.fault(unavailable, { times: 1 });
      expect(await statuses(update)).to.deep.equal([503]);
      for (const size of ["1gb", "5gb"]) {
        expect((await update({ size })).json.data.attributes.size).to.equal("250mb");
      }
    });

    it("until it is reset", async () => {
      front.fault(unavailable, { times: Number.POSITIVE_INFINITY });
      front.fault(unavailable);
      await update();
      front.reset();
      expect((await update()).status).to.equal(200);
      expect(front.requests()).to.have.length(1);
    });
  });

  describe("answers instead of the sandbox", () => {
    it("before a request took effect", async () => {
      const body = { message: "down" };
      front.fault({ kind: "answer", status: 502, headers: { "x-from": "proxy" }, body, takesEffect: false });
      const answer = await create();
      expect(answer).to.deep.include({ status: 502, json: body });
      expect(answer.headers.get("x-from")).to.equal("proxy");
      expect(answer.headers.get("content-type")).to.equal("application/json");
      expect(created()).to.equal(0);
    });

    it("after it took effect", async () => {
      front.fault({ kind: "answer", status: 504, body: "<html>", takesEffect: true });
      expect(await create()).to.include({ status: 504, text: "<html>" });
      expect(created()).to.equal(1);
    });

    it("with bytes that are no text, or with none", async () => {
      front.fault({ kind: "answer", status: 200, body: Buffer.from([0xff, 0x00]), takesEffect: false });
      front.fault({ kind: "answer", status: 204, takesEffect: false });
      const response = await fetch(`${front.url}/applications`, { method: "POST", headers: headers() });
      expect(Buffer.from(await response.arrayBuffer())).to.deep.equal(Buffer.from([0xff, 0x00]));
      expect(await create()).to.include({ status: 204, text: "" });
    });
  });

  describe("delays", () => {
    it("a request and then lets it through", async () => {
      front.fault({ kind: "delay", ms: 1, when: "before" });
      front.fault({ kind: "delay", ms: 1, when: "after" });
      expect((await create()).status).to.equal(201);
      expect((await create()).status).to.equal(201);
    });

    it("it before it takes effect", async () => {
      front.fault({ kind: "delay", ms: 1e8, when: "before" });
      const outgoing = exchange();
      while (front.requests().length === 0) await new Promise(setImmediate);
      // The sandbox would have had its turn by the time that another request is through.
      await update();
      expect(created()).to.equal(0);
      outgoing.on("error", () => {}).destroy();
    });

    it("it after it took effect", async () => {
      front.fault({ kind: "delay", ms: 1e8, when: "after" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      await effect();
      await update();
      outgoing.on("error", () => {}).destroy();
    });
  });

  describe("stalls", () => {
    it("before a request takes effect", async () => {
      front.fault({ kind: "stall", when: "before" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      while (front.requests().length === 0) await new Promise(setImmediate);
      await update();
      expect(created()).to.equal(0);
      outgoing.on("error", () => {}).destroy();
    });

    it("after it took effect", async () => {
      front.fault({ kind: "stall", when: "after" });
      const outgoing = exchange().on("response", () => expect.fail("an answer came"));
      await effect();
      await update();
      outgoing.on("error", () => {}).destroy();
    });

    it("half way through the answer", async () => {
      front.fault({ kind: "stall", when: "half way" });
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
      front.fault({ kind: "reset", when: "before" });
      const [error] = await once(exchange(), "error");
      expect(error).to.include(reset);
      expect(created()).to.equal(0);
    });

    it("after it took effect", async () => {
      front.fault({ kind: "reset", when: "after" });
      const [error] = await once(exchange(), "error");
      expect(error).to.include(reset);
      expect(created()).to.equal(1);
    });

    it("half way through the answer", async () => {
      front.fault({ kind: "reset", when: "half way" });
      const [answer] = (await once(exchange(), "response")) as [IncomingMessage];
      expect(answer.statusCode).to.equal(201);
      expect(await failure(buffer(answer))).to.include({ code: "ECONNRESET" });
      expect(created()).to.equal(1);
    });
  });

  it("drips a body, so many bytes at a time", async () => {
    front.fault({ kind: "drip", bytes: 100, ms: 1 });
    const [answer] = (await once(exchange(), "response")) as [IncomingMessage];
    const sizes: number[] = [];
    answer.on("data", ({ length }: Buffer) => sizes.push(length));
    await once(answer, "end");
    const whole = sizes.reduce((sum, size) => sum + size, 0);
    expect(whole).to.equal(Number(answer.headers["content-length"]));
    // Pieces may arrive together, but not all of them.
    expect(sizes.length).to.be.greaterThan(1);
  });

  describe("rewrites", () => {
    it("what is asked and what is answered", async () => {
      front.fault({
        kind: "rewrite",
        request: (body) => ({ ...body, name: "Other" }),
        answer: ({ data }) => ({ got: data.attributes.name }),
      });
      expect((await create()).json).to.deep.equal({ got: "Other" });
    });

    it("an answer to raw text, or to nothing", async () => {
      front.fault({ kind: "rewrite", answer: () => '{"data":' });
      front.fault({ kind: "rewrite", answer: () => undefined });
      expect((await create()).text).to.equal('{"data":');
      expect(await create()).to.include({ status: 201, text: "" });
    });

    it("no answer that refuses", async () => {
      front.fault(onlyId());
      const { status, json } = await create({ name: "*" });
      expect(status).to.equal(422);
      expect(json.errors).to.have.all.keys("name");
    });

    it("fields out of a request that the API does not know", async () => {
      front.fault(dropFields("size", "is_public"));
      const { status, json } = await update({ size: "1gb", is_public: true, uses_hibernation: true });
      expect(status).to.equal(200);
      expect(json.data.attributes).to.include({ size: "250mb", is_public: false, uses_hibernation: true });
    });

    it("attributes of the answer alone", async () => {
      front.fault(normalise({ region: "EU", name: (name) => `${name}!` }));
      expect((await create()).json.data.attributes).to.include({ region: "EU", name: "Shop!" });
      expect(front.sandbox.state().applications[0]?.attributes).to.include({
        region: "eu-west-1",
        name: "Shop",
      });
    });

    it("attributes for good, where they are asked", async () => {
      front.fault(normalise({ region: "us-east-2", repository: "acme/shop" }, "stored"));
      const { attributes } = (await create()).json.data;
      expect(attributes).to.include({ region: "us-east-2", repository: null });
      expect(front.sandbox.state().applications[0]?.attributes).to.deep.equal(attributes);
    });

    const credentials = { username: "sandbox", password: "sandbox-password" };
    for (const [where, expected] of [
      ["flat", credentials],
      ["key", { another_credentials: credentials }],
      ["empty", { "": credentials }],
    ] as const) {
      it(`the unnamed nested objects: ${where}`, async () => {
        front.fault(nested(where), { times: 3 });
        const cache = (await update()).json;
        const { hostname, port, protocol, ...rest } = cache.data.attributes.connection;
        expect([hostname, port, protocol]).not.to.include(undefined);
        expect(rest).to.deep.equal(expected);
        await create();
        const { data } = (await send("POST", "/applications/app-1/environments", { branch: "b", name: "n" }))
          .json;
        for (const { attributes } of [data, cache.included[0]]) {
          const holder = { flat: attributes, key: attributes.another_runtime, empty: attributes[""] }[where];
          expect(holder.environment_variables).to.be.an("array");
          expect(attributes).not.to.include.keys("runtime");
        }
      });
    }

    it("an answer without a field, or with null in its place", async () => {
      front.fault(without("data.attributes.region", "included"));
      const { data, ...rest } = (await create()).json;
      expect(data.attributes).not.to.include.keys("region");
      expect(rest).to.deep.equal({});
      front.fault(withNull("data.attributes.region", "data.relationships"));
      const { attributes, relationships } = (await create()).json.data;
      expect([attributes.region, relationships]).to.deep.equal([null, null]);
    });

    it("an answer to its id alone", async () => {
      front.fault(onlyId());
      expect((await create()).json).to.deep.equal({ data: { id: "app-1" } });
    });

    it("nothing that is not there, and says so", async () => {
      front.fault(without("data.attributes.colour"));
      const { status, text } = await create();
      expect(status).to.equal(599);
      expect(text).to.contain("data.attributes.colour");
    });
  });

  describe("limits the rate", () => {
    it("of all requests: a second's worth at once, the rest by the clock", async () => {
      let clock = 0;
      front.limit({ perSecond: 2, now: () => clock });
      const burst = [await create(), await update(), await create()];
      expect(burst.map(({ status }) => status)).to.deep.equal([201, 200, 429]);
      expect(created()).to.equal(1);
      clock += 500;
      expect([(await update()).status, (await update()).status]).to.deep.equal([200, 429]);
      clock += 60_000;
      const later = [await update(), await update(), await update()];
      expect(later.map(({ status }) => status)).to.deep.equal([200, 200, 429]);
    });

    it("and says when to come back, if it is told to", async () => {
      let seconds = 0;
      const now = () => 0;
      const headers: (string | null)[] = [];
      for (const retryAfter of [undefined, "7", () => String(++seconds)]) {
        front.reset();
        front.limit({ perSecond: 1, retryAfter, now });
        for (const { headers: found } of [await update(), await update(), await update()].slice(1)) {
          headers.push(found.get("retry-after"));
        }
      }
      expect(headers).to.deep.equal([null, null, "7", "7", "1", "2"]);
    });

    it("before a fault that waits for a request", async () => {
      const now = () => 0;
      front.limit({ perSecond: 1, now });
      await update();
      front.fault({ kind: "answer", status: 503, takesEffect: false });
      expect((await update()).status).to.equal(429);
    });
  });

  describe("counts", () => {
    it("requests, with the connection of each", async () => {
      const agent = new Agent({ keepAlive: true });
      for (const through of [agent, agent, undefined]) {
        const [answer] = (await once(exchange(through), "response")) as [IncomingMessage];
        await buffer(answer);
      }
      agent.destroy();
      expect(front.requests().map(({ connection }) => connection)).to.deep.equal([1, 1, 2]);
      expect(front.requests()[0]).to.deep.include({
        method: "POST",
        path: "/applications",
        body: JSON.stringify(application),
      });
      expect(front.requests()[0]?.headers.authorization).to.equal(`Bearer ${front.token}`);
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
    front.closeIdleAfter(1);
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
    front.closeIdleAfter(100);
    front.fault({ kind: "delay", ms: 0, when: "after" });
    front.fault({ kind: "delay", ms: 300, when: "after" });
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
