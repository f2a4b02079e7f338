import { expect } from "chai";
import { dropFields, type Fault, type FaultySandbox, startFaultySandbox, without } from "../faults/index.js";

describe("the sandbox that misbehaves", () => {
  let front: FaultySandbox;
  before(async () => {
    front = await startFaultySandbox();
  });
  beforeEach(() => front.reset());
  after(() => front.close());

  const application = { name: "Shop", source_control_provider_type: "hostA", region: "eu-west-1" };
  const created = () => front.sandbox.state().applications.length;

  async function create(): Promise<{ status: number; text: string }> {
    const headers = { authorization: `Bearer ${front.token}` };
    const options = { method: "POST", headers, body: JSON.stringify(application) };
    const response = await fetch(`${front.url}/applications`, options);
    return { status: response.status, text: await response.text() };
  }

  const lost = { status: 0, text: "" };
  for (const [what, fault, status, exists] of [
    ["refuses before", { kind: "answer", status: 503, takesEffect: false }, 503, 0],
    ["fails after", { kind: "answer", status: 504, takesEffect: true }, 504, 1],
    ["breaks the connection before", { kind: "reset", when: "before" }, 0, 0],
    ["breaks the connection after", { kind: "reset", when: "after" }, 0, 1],
    ["breaks off its answer after", { kind: "reset", when: "half way" }, 0, 1],
    ["closes the connection after", { kind: "close", when: "after" }, 0, 1],
    ["is late before", { kind: "delay", ms: 1, when: "before" }, 201, 1],
    ["drips its answer after", { kind: "drip", bytes: 100, ms: 1 }, 201, 1],
    ["garbles its answer after", { kind: "rewrite", answer: () => "{" }, 201, 1],
  ] as const satisfies readonly (readonly [string, Fault, number, number])[]) {
    it(`${what} the request took effect, once`, async () => {
      front.fault(fault);
      expect((await create().catch(() => lost)).status).to.equal(status);
      expect(created()).to.equal(exists);
      expect((await create()).status).to.equal(201);
      expect(front.requests()).to.have.length(2);
    });
  }

  it("drops a field of every request", async () => {
    front.fault(dropFields("name"), { times: Number.POSITIVE_INFINITY });
    for (const { status } of [await create(), await create()]) expect(status).to.equal(422);
  });

  it("says where an answer has not what a fault would change", async () => {
    front.fault(without("data.attributes.colour"));
    expect((await create()).text).to.include("data.attributes.colour");
  });

  it("answers 429 to what is over its limit", async () => {
    front.limit({ perSecond: 2, now: () => 0 });
    const statuses = [await create(), await create(), await create()].map(({ status }) => status);
    expect(statuses).to.deep.equal([201, 201, 429]);
  });
});
