import { createServer } from "node:net";
import { expect } from "chai";
import { required } from "../host/arguments.js";
import { failureOf, type Host, startHost } from "../host/host.js";
import { day, listening, startProxy, startTlsApi, type TlsApi, type TunnelProxy } from "./places.js";

const token = "marker-of-the-token";
const login = "marker-of-the-login";

describe("The network between the host process and the API", () => {
  const open: { close(): Promise<void> }[] = [];
  const hosts: Host[] = [];
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()));
    await Promise.all(open.splice(0).map((place) => place.close()));
  });

  async function opened<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const place = await starting;
    open.push(place);
    return place;
  }
  async function start(baseUrl: string, env: Record<string, string>): Promise<Host> {
    const host = await startHost({ config: { token, baseUrl, timeoutSeconds: "2", maxRetries: "1" }, env });
    hosts.push(host);
    return host;
  }
  /** A host whose environment names a proxy and trusts the API's certificate. */
  async function through(proxy: TunnelProxy, api: TlsApi, env: Record<string, string> = {}): Promise<Host> {
    return start(`https://api.test:${api.port}/some/prefix/`, {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: api.certificate,
      ...env,
    });
  }
  const create = (host: Host) => host.create("application", required.application);
  const adopt = (host: Host) => host.create("cache", required.cache);

  for (const variable of ["HTTPS_PROXY", "https_proxy"]) {
    it(`goes through the proxy of ${variable}, which knows the name, and sees neither token nor path`, async () => {
      const [api, proxy] = [await opened(startTlsApi()), await opened(startProxy())];
      const host = await through(proxy, api, {
        HTTPS_PROXY: "",
        [variable]: `http://user:${login}@127.0.0.1:${proxy.port}`,
      });
      expect((await create(host)).id).to.equal("kept");
      await adopt(host);
      expect(api.received.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
        "POST /some/prefix/applications",
        "PATCH /some/prefix/caches/cache-1",
      ]);
      expect(proxy.tunnels.map(({ to }) => to)).to.deep.equal(Array(2).fill(`api.test:${api.port}`));
      expect(JSON.stringify(proxy.tunnels)).not.to.include(token);
      expect(JSON.stringify(api.received)).not.to.include("proxy-authorization");
      const basic = `Basic ${Buffer.from(`user:${login}`).toString("base64")}`;
      expect(proxy.tunnels[0]?.headers["proxy-authorization"]).to.equal(basic);
    });
  }

  it("makes a connection of its own through the proxy for every request that creates", async () => {
    const [api, proxy] = [await opened(startTlsApi()), await opened(startProxy())];
    const host = await through(proxy, api);
    for (let count = 0; count < 3; count += 1) await create(host);
    expect(proxy.tunnels).to.have.length(3);
  });

  it("goes past the proxy where NO_PROXY says so", async () => {
    const [api, proxy] = [await opened(startTlsApi({ host: "127.0.0.1" })), await opened(startProxy())];
    const host = await start(`https://127.0.0.1:${api.port}`, {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: "elsewhere.test,127.0.0.1",
      NODE_EXTRA_CA_CERTS: api.certificate,
    });
    await create(host);
    await adopt(host);
    expect(api.received.map(({ url }) => url)).to.deep.equal(["/applications", "/caches/cache-1"]);
    expect(proxy.tunnels).to.deep.equal([]);
  });

  it("ends with what to check where the proxy is not there, and nothing was sent", async () => {
    const [api, proxy] = [await opened(startTlsApi()), await startProxy()];
    await proxy.close();
    const host = await through(proxy, api);
    const { message } = await failureOf(create(host));
    expect(message).to.match(
      /^create application got no response: the connection to api\.test:\d+ failed \(ECONNREFUSED\)\n/,
    );
    expect(message).to.include("HTTPS_PROXY").and.not.to.include("may still have been");
  });

  for (const status of [302, 403, 407, 429, 502]) {
    it(`takes no answer of the proxy for one of the API: ${status}, nothing was sent, and no login is shown`, async () => {
      const [api, proxy] = [await opened(startTlsApi()), await opened(startProxy(status))];
      const host = await through(proxy, api, { HTTPS_PROXY: `http://user:${login}@127.0.0.1:${proxy.port}` });
      for (const operation of [create, adopt]) {
        const { message } = await failureOf(operation(host));
        expect(message.replace(/^.*? got/, "")).to.equal(
          ` no response: the connection to api.test:${api.port} failed (the proxy answered ${status})\n` +
            "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.",
        );
      }
      // Both are sent again: nothing can have been created.
      expect(proxy.tunnels).to.have.length(4);
      expect(api.received).to.deep.equal([]);
    });
  }

  const certificates = {
    "of an unknown authority": {},
    expired: { validUntil: new Date(Date.now() - day) },
    "of another host": { host: "elsewhere.test" },
  };
  for (const [what, options] of Object.entries(certificates)) {
    it(`is not trusted with a certificate ${what} at the end of the proxy's tunnel: it ends at once`, async () => {
      const [api, proxy] = [await opened(startTlsApi(options)), await opened(startProxy())];
      const host = await through(proxy, api, what === "of an unknown authority" ? { NODE_EXTRA_CA_CERTS: "" } : {});
      for (const operation of [create, adopt]) {
        const { message } = await failureOf(operation(host));
        expect(message).to.match(/ was not sent: the certificate of api\.test:\d+ was refused \([A-Z_]+\)\n/);
        expect(message).not.to.include("may still have been");
      }
      expect(proxy.tunnels).to.have.length(2);
      expect(api.received).to.deep.equal([]);
    });
  }

  it("has not sent what waits for a handshake at the end of the proxy's tunnel", async () => {
    const silent = await opened(listening(createServer()));
    const [api, proxy] = [await opened(startTlsApi()), await opened(startProxy())];
    const host = await through(proxy, { ...api, port: silent.port });
    const { message } = await failureOf(create(host));
    expect(message).to.match(/^create application was not sent: no connection to api\.test:\d+ within 2 s\n/);
    // Sent again: nothing can have been created.
    expect(proxy.tunnels).to.have.length(2);
  });

  it("does not follow the API elsewhere, and does not take the token there", async () => {
    const [elsewhere, proxy] = [await opened(startTlsApi()), await opened(startProxy())];
    const api = await opened(startTlsApi({}, `https://api.test:${elsewhere.port}/applications`));
    const host = await through(proxy, api);
    for (const operation of [create, adopt]) {
      const { message } = await failureOf(operation(host));
      expect(message).to.include(
        ` failed with status 302\nRedirects are not followed; this one leads to api.test:${elsewhere.port}/applications. Check apphosting:baseUrl.`,
      );
    }
    expect(elsewhere.received).to.deep.equal([]);
    expect(proxy.tunnels.map(({ to }) => to)).to.deep.equal(Array(2).fill(`api.test:${api.port}`));
  });
});
