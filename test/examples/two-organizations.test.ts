import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { type Fault, startFaultySandbox } from "../faults";
import { copyExample, upByReadme } from "./project";

describeEngine("example two-organizations", () => {
  const example = useStack(startFaultySandbox, (api) => copyExample("two-organizations", api));

  it("Example two-organizations: uses each organization's token, and stores none in the state", async () => {
    const { api, stack } = example;
    const sent: string[] = [];
    // Both have one address: the token says whose request it is. The sandbox expects its own.
    const readToken: Fault = ({ headers: { authorization = "", ...headers }, ...request }, next) => {
      sent.push(`${authorization.replace("Bearer ", "")}: ${request.method} ${request.path}`);
      return next({ ...request, headers: { ...headers, authorization: `Bearer ${api.token}` } });
    };
    api.addFault(readToken, { lasts: true });
    await upByReadme(stack, {
      "https://<address of the API>": api.url,
      "<token>": "unused-token",
      "<token of the first organization>": "retail-token",
      "<token of the second organization>": "press-token",
    });
    expect(sent.map((line) => line.replace(/app-\d/, "app"))).to.have.members([
      "retail-token: POST /applications",
      "retail-token: PATCH /caches/cache-1",
      "press-token: POST /applications",
      "press-token: POST /applications/app/environments",
      "press-token: PATCH /caches/cache-1",
    ]);
    expect(await stack.readBackend())
      .to.include("app-1")
      .and.not.match(/(retail|press|unused)-token/);
  });
});
