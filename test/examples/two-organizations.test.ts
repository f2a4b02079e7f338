import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { startScriptedApi } from "../engine/scripted-api";
import { copyExample, upByReadme } from "./project";

describeEngine("the example two-organizations", () => {
  // One address for both: the token says whose request it is.
  const example = useStack(startScriptedApi, (api) => copyExample("two-organizations", api));

  it("Example two-organizations: each gets its resources by its own token, and no token is in the state", async () => {
    const { api, stack } = example;
    const respond = (id: string) => ({ status: 200, body: { data: { id } } });
    api.answers = { PATCH: respond("cache-1"), POST: respond("app-1") };
    await upByReadme(stack, {
      "https://<address of the API>": api.url,
      "<token>": "unused-token",
      "<token of the first organization>": "retail-token",
      "<token of the second organization>": "press-token",
    });
    const tokens = api.listTokens();
    expect(api.listSent().map((line, index) => `${tokens[index]}: ${line.split(" {")[0]}`)).to.have.members([
      "retail-token: POST /applications",
      "retail-token: PATCH /caches/cache-1",
      "press-token: POST /applications",
      "press-token: POST /applications/app-1/environments",
      "press-token: PATCH /caches/cache-1",
    ]);
    expect(await stack.readBackend())
      .to.include("app-1")
      .and.not.match(/(retail|press|unused)-token/);
  });
});
