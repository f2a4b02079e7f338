/** Connections through a proxy. TLS begins behind it, so the proxy learns only the host of the API. */

import type { Socket } from "node:net";
import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import type { Failure } from "./errors.js";

type ProxyFailure = Extract<Failure, { kind: "proxy" }>;

/** Finds the proxy that the environment names for an address. */
export function findProxy(baseUrl: string): URL | ProxyFailure | undefined {
  const value = getProxyForUrl(baseUrl);
  if (value === "") return undefined;
  try {
    const url = new URL(value);
    decodeURIComponent(url.username + url.password);
    // A "/", "?" or "#" in a login ends the host early.
    if (/^https?:\/\/[^/?#]+\/$/.test(url.href)) return url;
  } catch {}
  const detail = "has no http:// or https:// URL, or its login isn't URL-encoded";
  return { kind: "proxy", proxy: "in HTTPS_PROXY or ALL_PROXY", detail };
}

export class ProxyError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

/** HttpsProxyAgent takes the response to a refused CONNECT for the API's. This agent throws a ProxyError instead. */
export class ProxyAgent extends HttpsProxyAgent<string> {
  override async connect(...[request, options]: Parameters<HttpsProxyAgent<string>["connect"]>): Promise<Socket> {
    const { proxy, connectOpts } = this;
    const fail = (detail: string) => new ProxyError({ kind: "proxy", proxy: proxy.host, detail });
    let status = Number.NaN;
    request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => {
      status = statusCode;
    });
    // A socket with a signal always has an error listener. HttpsProxyAgent (7.0.6) removes its own too early: an error
    // after a proxy has closed a TLS handshake would end the process.
    const { signal } = new AbortController();
    const agent = new HttpsProxyAgent(proxy, { ...connectOpts, signal });
    const socket = await agent.connect(request, options).catch(({ code = "ECONNRESET" }: NodeJS.ErrnoException) => {
      throw fail(code === "ECONNRESET" ? "sent no HTTP response" : `can't be reached (${code})`);
    });
    if (status === 200) return socket;
    if (Number.isNaN(status)) throw fail("sent no HTTP response");
    if (status !== 429 && status < 500) throw fail(`answered ${status}`);
    // The proxy works, but it can't reach the API at the moment.
    const address = `${request.getHeader("host")} through the proxy ${proxy.host}`;
    throw new ProxyError({ kind: "connection", detail: `the proxy answered ${status}`, address, connected: false });
  }
}
