import { expect } from "chai";
import { selectInputs } from "./arguments.js";
import { type Host, startHost } from "./host.js";
import { type Place, token } from "./matrix/fault.js";
import { openSite, type Site } from "./matrix/site.js";

describe("Host process behind a proxy", () => {
  let place: Place<Site>;
  let host: Host;
  before(async () => {
    place = await openSite("http://CORP%5Cuser:p%40ss%2Fw%3Ard@");
    host = await startHost({ config: { token, baseUrl: place.url }, env: place.env });
  });
  after(async () => {
    await host?.stop();
    await place?.close();
  });

  it("Proxy: gets its login but no token or path, and the API doesn't get that login", async () => {
    const { tunnels, received } = place.controls;
    await host.create("application", selectInputs("application"));
    await host.create("cache", selectInputs("cache"));
    const requests = received.map(({ method, url }) => `${method} ${url}`);
    expect(requests).to.deep.equal(["POST /some/prefix/applications", "PATCH /some/prefix/caches/cache-1"]);
    expect(tunnels).to.have.length(2);
    for (const { url, headers } of tunnels) {
      expect(url).to.equal("api.test:443");
      expect(headers).to.not.have.property("authorization");
      const login = Buffer.from("CORP\\user:p@ss/w:rd").toString("base64");
      expect(headers["proxy-authorization"]).to.equal(`Basic ${login}`);
    }
    for (const { headers } of received) expect(headers).to.not.have.property("proxy-authorization");
  });
});
