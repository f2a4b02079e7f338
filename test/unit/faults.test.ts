import { expect } from "chai";
import { type Fault, type FaultySandbox, startFaultySandbox } from "../faults/index.js";

describe("The sandbox that misbehaves", () => {
  let front: FaultySandbox;
  before(async () => {
    front = await startFaultySandbox();
  });
  beforeEach(() => front.reset());
  after(() => front.close());

  async function create(): Promise<number> {
    const headers = { authorization: `Bearer ${front.token}` };
    const body = JSON.stringify({ name: "Shop", source_control_provider_type: "hostA" });
    const response = await fetch(`${front.url}/applications`, { method: "POST", headers, body });
    await response.text();
    return response.status;
  }

  for (const [what, fault, status, exists] of [
    ["refuses before", { kind: "answer", status: 503, takesEffect: false }, 503, 0],
    ["fails after", { kind: "answer", status: 504, takesEffect: true }, 504, 1],
    ["breaks the connection before", { kind: "reset", when: "before" }, 0, 0],
    ["breaks the connection after", { kind: "reset", when: "after" }, 0, 1],
    ["breaks off its response after", { kind: "reset", when: "half way" }, 0, 1],
    ["is late before", { kind: "delay", ms: 1, when: "before" }, 201, 1],
  ] as const satisfies readonly (readonly [string, Fault, number, number])[]) {
    it(`${what} the request took effect, once`, async () => {
      front.fault(fault);
      expect(await create().catch(() => 0)).to.equal(status);
      expect(front.sandbox.state().applications).to.have.lengthOf(exists);
      expect(await create()).to.equal(201);
      expect(front.requests()).to.have.length(2);
    });
  }
});
