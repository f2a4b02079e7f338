import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const application = `new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n`;
const cache = (isPublic: boolean) =>
  `new Cache("sessions", { cacheId: "cache-1", name: "sessions", isPublic: ${isPublic} });\n`;
const failed = { kind: "answer", status: 500, body: { message: "Out of order." } } as const;

describeEngine("after a failure", () => {
  const use = useStack(() => startFaultySandbox());

  beforeEach(() => {
    use.stack.environment.APPHOSTING_TOKEN = use.api.token;
  });

  async function fail(name: string): Promise<void> {
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expectGolden(`failures/${name}`, diagnostics(text));
  }

  it("of a create that had no effect, the next up creates once", async () => {
    use.api.fault({ kind: "answer", status: 403, body: { message: "Forbidden." }, takesEffect: false });
    await use.stack.program(application);
    await fail("refused-create");
    expectGolden("failures/refused-create-preview", await use.stack.preview());
    await use.stack.up();
    expect(use.api.sandbox.state().applications).to.have.length(1);
  });

  it("of a create that may have had an effect, nothing is sent again by itself, and the message says where to look", async () => {
    use.api.fault({ ...failed, takesEffect: true });
    await use.stack.program(application);
    await fail("doubtful-create");
    expect(use.api.requests()).to.have.length(1);
  });

  it("of an adoption whose answer could not be read, the next up sends the same again", async () => {
    use.api.fault({ kind: "answer", status: 200, body: "<html></html>", takesEffect: true });
    await use.stack.program(cache(true));
    await fail("unreadable-adoption");
    await use.stack.up();
    const [first, second, ...others] = use.api.requests();
    expect(others).to.deep.equal([]);
    expect(second?.body).to.equal(first?.body);
  });

  it("of an update, the next preview shows it again and up sends it again", async () => {
    await use.stack.config("apphosting:maxRetries", "0");
    await (await use.stack.program(cache(false))).up();
    await use.stack.program(cache(true));
    use.api.fault({ ...failed, takesEffect: true });
    await fail("failed-update");
    expectGolden("failures/failed-update-preview", await use.stack.preview());
    await use.stack.up();
    expect(JSON.parse(use.api.requests().at(-1)?.body ?? "")).to.deep.equal({
      name: "sessions",
      is_public: true,
    });
  });
});
