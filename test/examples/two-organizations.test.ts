import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import { copyExample, upByReadme } from "./project";

describeEngine("the example two-organizations", () => {
  const sent: string[] = [];
  /** One address for both, as the API has it: the token says whose request it is. */
  const server = createServer(({ headers, method, url }, response) => {
    sent.push(`${headers.authorization}: ${method} ${url}`);
    response.end(JSON.stringify({ data: { id: method === "PATCH" ? "cache-1" : "app-1" } }));
  });
  let url: string;
  let stack: TestStack;

  before(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stack = await copyExample("two-organizations", { url, token: "" });
  });
  after(async () => {
    server.close().closeAllConnections();
    await stack?.remove();
  });

  it("Example two-organizations: each organization gets its own resources by its token; no token is in the state", async () => {
    await upByReadme(stack, {
      "https://<address of the API>": url,
      "<token>": "unused-token",
      "<token of the first organization>": "retail-token",
      "<token of the second organization>": "press-token",
    });
    expect(sent).to.have.members([
      "Bearer retail-token: POST /applications",
      "Bearer retail-token: PATCH /caches/cache-1",
      "Bearer press-token: POST /applications",
      "Bearer press-token: POST /applications/app-1/environments",
      "Bearer press-token: PATCH /caches/cache-1",
    ]);
    expect(await stack.readBackend())
      .to.include("app-1")
      .and.not.match(/(retail|press|unused)-token/);
  });
});
