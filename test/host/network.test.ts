import { expect } from "chai";
import { required } from "./arguments.js";
import { failureOf, type Host, startHost } from "./host.js";
import { type Place, token } from "./matrix/fault.js";
import { openSite, type Site } from "./matrix/site.js";

const login = "user:marker-of-the-login";

describe("Through a proxy of the environment, the host process", () => {
  let place: Place<Site>;
  let host: Host;
  before(async () => {
    place = await openSite(login);
    host = await startHost({ config: { token, baseUrl: place.url, maxRetries: "1" }, env: place.env });
  });
  beforeEach(() => place.reset());
  after(async () => {
    await host?.stop();
    await place?.close();
  });

  const create = (name: string) => host.create("application", { ...required.application, name });
  const adopt = () => host.create("cache", required.cache);

  it("reaches the API, and lets the proxy see neither token nor path, and the API no login", async () => {
    const { tunnels, received } = place.controls;
    expect((await create("Shop")).id).to.equal("kept");
    await adopt();
    expect(received.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      "POST /some/prefix/applications",
      "PATCH /some/prefix/caches/cache-1",
    ]);
    for (const { url, headers } of tunnels) {
      expect(url).to.equal("api.test:443");
      expect(headers).to.not.have.property("authorization");
      expect(headers["proxy-authorization"]).to.equal(`Basic ${Buffer.from(login).toString("base64")}`);
    }
    for (const { headers } of received) expect(headers).to.not.have.property("proxy-authorization");
  });

  it("makes a connection of its own for every request that creates", async () => {
    place.controls.keepAlive = true;
    for (const name of ["Shop", "Store", "Stand"]) await create(name);
    expect(place.controls.tunnels).to.have.length(3);
  });

  it("asks again where the proxy refuses, for nothing can have been created", async () => {
    place.controls.proxyStatus = 502;
    for (const call of [() => create("Shop"), adopt]) await failureOf(call());
    expect(place.controls.tunnels).to.have.length(4);
  });

  it("does not follow the API elsewhere, and does not take the token there", async () => {
    place.controls.redirect = "https://elsewhere.test/applications";
    for (const call of [() => create("Shop"), adopt]) {
      expect((await failureOf(call())).message).to.include("Redirects are not followed. Check apphosting:baseUrl.");
    }
    expect(place.controls.tunnels.map(({ url }) => url)).to.deep.equal(["api.test:443", "api.test:443"]);
  });
});
