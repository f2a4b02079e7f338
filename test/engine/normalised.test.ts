import { expect } from "chai";
import { dropFields, type FaultySandbox, normalise, startFaultySandbox, withNull, without } from "../faults";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const application = `new Application("web", {
  name: "Web shop",
  sourceControlProvider: "hostA",
  region: "eu-central-1",
  rootDirectory: "web",
});
`;
const environment = `new Environment("staging", {
  applicationId: "app-1",
  name: "staging ",
  branch: "develop",
  buildCommand: null,
});
`;
const cache = `new Cache("sessions", {
  cacheId: "cache-1",
  name: "sessions",
  size: "1gb",
  isPublic: true,
  hibernationTimeout: 30,
});
`;

describeEngine("an API that does not do as asked", () => {
  const use = useStack(() => startFaultySandbox());

  /** Brings the program up and keeps what up said and what the next preview says. */
  async function upAndPreview(name: string, source: string): Promise<void> {
    await use.stack.program(source);
    expectGolden(`normalised/${name}-up`, diagnostics(await use.stack.up()));
    expectGolden(`normalised/${name}-preview`, await use.stack.preview());
  }

  async function makeApplication(api: FaultySandbox): Promise<void> {
    const body = JSON.stringify({ name: "Web shop", source_control_provider_type: "hostA" });
    const headers = { authorization: `Bearer ${api.token}` };
    await fetch(`${api.sandbox.url}/applications`, { method: "POST", headers, body });
  }

  it("leaves an application unchanged, warns once, and shows the API's values as outputs", async () => {
    use.api.fault(normalise({ name: "Web Shop", region: "us-east-1", root_directory: null }));
    await upAndPreview("application", application);
    expect((await use.stack.resource("web")).outputs).to.deep.include({
      name: "Web Shop",
      region: "us-east-1",
      rootDirectory: "web",
    });
  });

  it("takes the API's value for a stated one that is the same, and another one for a change", async () => {
    use.api.fault(normalise({ region: "us-east-1" }));
    await (await use.stack.program(application)).up();
    await use.stack.program(application.replace("eu-central-1", "us-east-1"));
    expectGolden("normalised/stating-what-is-so", await use.stack.preview());
    await use.stack.program(application.replace("eu-central-1", "eu-west-1"));
    expectGolden("normalised/stating-another", await use.stack.preview());
  });

  it("leaves an environment unchanged that trims a name and builds by default", async () => {
    await makeApplication(use.api);
    use.api.fault(normalise({ name: "staging", build_command: "npm run build" }));
    await upAndPreview("environment", environment);
    expect((await use.stack.resource("staging")).outputs).to.deep.include({ name: "staging" });
  });

  it("leaves an environment unchanged whose answer is empty, and gives it an id that tells which it is", async () => {
    await makeApplication(use.api);
    use.api.fault({ kind: "answer", status: 200, body: {}, takesEffect: true });
    await upAndPreview("environment-empty-answer", environment);
    expect((await use.stack.resource("staging")).id).to.equal("app-1/staging ");
  });

  it("leaves resources unchanged whose answers drop fields or hold null", async () => {
    use.api.fault(without("data.attributes.region", "included"));
    use.api.fault(withNull("data.attributes.name", "data.attributes.root_directory"));
    await upAndPreview("dropped-and-null", application + application.replace('"web"', '"other"'));
  });

  it("shows a cache setting that was not obeyed again, with a line that names it, and sends it", async () => {
    use.api.fault(dropFields("size", "is_public"), { times: 2 });
    await upAndPreview("cache", cache);
    expectGolden("normalised/cache-again", diagnostics(await use.stack.up()));
    expect(JSON.parse(use.api.requests().at(-1)?.body ?? "")).to.deep.equal({
      name: "sessions",
      size: "1gb",
      is_public: true,
    });
    await use.stack.up();
    expectGolden("normalised/cache-obeyed-at-last", await use.stack.preview());
  });

  it("sends a changed setting and the one that was not obeyed together", async () => {
    use.api.fault(dropFields("is_public"));
    await (await use.stack.program(cache)).up();
    await use.stack.program(cache.replace("30", "45"));
    expectGolden("normalised/cache-beside-a-change", await use.stack.preview());
    await use.stack.up();
    expect(JSON.parse(use.api.requests().at(-1)?.body ?? "")).to.deep.equal({
      name: "sessions",
      is_public: true,
      hibernation_timeout: 45,
    });
  });
});
