/** Requests that are sent again: which, how often, and after which wait. */

import { expect } from "chai";
import nock from "nock";
import type { ApiRequest, ClientSettings } from "../../provider/api/client.js";
import type { ApiError } from "../../provider/api/errors.js";
import { clientWith, create, host, update } from "./client-fixture.js";

// Loading nock puts it between every test of the process and the network.
nock.restore();

/** Ends a wait at once, so that the tests do not wait. */
const atOnce = { "retry-after": "0" };

function client(settings: Partial<ClientSettings> = {}) {
  return clientWith({ baseUrl: host, maxRetries: 2, ...settings });
}

type Step = number | NodeJS.ErrnoException;

/** An API that answers, or breaks off, as the steps say, one after the other; and how many of them were taken. */
function api({ method, path }: ApiRequest, steps: readonly Step[], headers: Record<string, string> = atOnce) {
  const scope = nock(host);
  for (const step of steps) {
    const interceptor = scope.intercept(`/${path.join("/")}`, method);
    if (typeof step === "number") interceptor.reply(step, { message: `step ${step}` }, headers);
    else interceptor.replyWithError(step);
  }
  return { taken: () => steps.length - scope.pendingMocks().length };
}

function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** The answer, or the error as the status or kind of its failure and what became of the request. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(({ failure, effect }: ApiError) => [
    failure.kind === "status" ? failure.status : failure.kind,
    effect,
  ]);
}

describe("A request that fails", () => {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  afterEach(() => nock.cleanAll());

  const reset = systemError("ECONNRESET", "read");
  const refused = systemError("ECONNREFUSED", "connect");
  const noName = systemError("ENOTFOUND", "getaddrinfo");
  const everyAddress = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
  const certificate = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
  const done = { message: "step 200" };

  const table: readonly [
    what: string,
    request: ApiRequest,
    steps: readonly Step[],
    taken: number,
    outcome: unknown,
  ][] = [
    ["a PATCH after 503, until it is answered", update, [503, 502, 200], 3, done],
    [
      "a PATCH after 500 and 504 as often as maxRetries says",
      update,
      [500, 504, 503, 200],
      3,
      [503, "unknown"],
    ],
    ["a PATCH not after a status that does not pass", update, [422, 200], 1, [422, "none"]],
    ["a PATCH not after 501", update, [501, 200], 1, [501, "unknown"]],
    [
      "a PATCH not after a certificate that is refused",
      update,
      [certificate, 200],
      1,
      ["certificate", "none"],
    ],
    ["a POST not after 500: it may have created", create, [500, 200], 1, [500, "unknown"]],
    ["a POST not after 503", create, [503, 200], 1, [503, "unknown"]],
    ["a POST not after 422", create, [422, 200], 1, [422, "none"]],
  ];
  for (const [what, request, steps, taken, expected] of table) {
    it(`sends ${what}`, async () => {
      const called = api(request, steps);
      expect(await outcome(client().send(request))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  // Without a Retry-After, the first wait is half a second: these run beside one another.
  const broken: readonly [what: string, request: ApiRequest, step: Step, outcome: unknown][] = [
    ["a PATCH after a connection that broke off", { ...update, path: ["a"] }, reset, done],
    ["a PATCH after a connection never made", { ...update, path: ["b"] }, refused, done],
    ["a POST after a connection never made", { ...create, path: ["c"] }, refused, done],
    ["a POST after a name that was not found", { ...create, path: ["d"] }, noName, done],
    ["a POST after no address could be reached", { ...create, path: ["e"] }, everyAddress, done],
  ];
  it(`sends, after half a second, ${broken.map(([what]) => what).join(", ")}`, async () => {
    const started = Date.now();
    const results = broken.map(async ([, request, step]) => {
      const called = api(request, [step, 200]);
      return [await outcome(client().send(request)), called.taken()];
    });
    expect(await Promise.all(results)).to.deep.equal(broken.map(([, , , expected]) => [expected, 2]));
    expect(Date.now() - started).to.be.at.least(370);
  });

  it("has no effect where no connection was made, and says to which address", async () => {
    api(create, [refused]);
    const error = await client({ maxRetries: 0 })
      .send(create)
      .catch((thrown: ApiError) => thrown);
    expect(error).to.deep.include({
      failure: { kind: "connection", detail: "ECONNREFUSED", address: "api.example.com" },
      effect: "none",
    });
  });

  it("can have had an effect where an attempt before the last could be processed", async () => {
    api(update, [503, 422]);
    expect(await outcome(client().send(update))).to.deep.equal([422, "unknown"]);
  });

  it("is not sent again where maxRetries is 0", async () => {
    const called = api(update, [503, 200]);
    expect(await outcome(client({ maxRetries: 0 }).send(update))).to.deep.equal([503, "unknown"]);
    expect(called.taken()).to.equal(1);
  });

  it("waits as long as Retry-After says, and says so in one line from a second on", async () => {
    const lines: string[] = [];
    api(update, [503], { "retry-after": "2" });
    api(update, [200]);
    const started = Date.now();
    await client({ log: (line) => lines.push(line) }).send(update);
    expect(Date.now() - started).to.be.at.least(1950);
    expect(lines).to.deep.equal(["waiting 2.0 s: update cache was answered 503; attempt 2 of 3"]);
  });

  for (const request of [update, create]) {
    it(`is sent again after 429, which counts as no ${request.method} that failed`, async () => {
      const called = api(request, [429, 200]);
      expect(await outcome(client({ maxRetries: 0 }).send(request))).to.deep.equal(done);
      expect(called.taken()).to.equal(2);
    });
  }

  it("behind a limit waits in line with the others, and one line says so for all", async () => {
    const lines: string[] = [];
    const order: string[] = [];
    const shared = client({ log: (line) => lines.push(line) });
    // Twenty that the API took: it is known to take twenty a second.
    api(
      create,
      Array.from({ length: 20 }, () => 200),
    );
    await Promise.all(Array.from({ length: 20 }, () => shared.send(create)));
    const requests = ["a", "b", "c"].map((path) => ({ ...create, path: [path] }));
    for (const request of requests) api(request, [429], { "retry-after": "2" });
    for (const request of requests) api(request, [200]);
    await Promise.all(
      requests.map((request) => shared.send(request).then(() => order.push(request.path.join()))),
    );
    expect(order).to.deep.equal(["a", "b", "c"]);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.match(/^waiting 2\.0 s: the API limits requests \(429\); \d wait/);
  });
});
