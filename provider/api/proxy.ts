/** The connections to an API through the proxy that the environment names. */

import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import type { Failure } from "./errors.js";

class ProxyError extends Error {
  readonly failure: Failure;

  /** @param proxy its host and port, without the login */
  constructor(proxy: string, detail: string, isTransient = false) {
    super(detail);
    const nextStep = "Check HTTPS_PROXY or ALL_PROXY (http://user:password@host:port, URL-encoded) and NO_PROXY.";
    const happened = `was not sent: the proxy ${proxy} ${detail}`;
    this.failure = { happened, outcome: "no effect", nextStep, isTransient };
  }
}

/** Returns the error of a proxy that can't be used, and undefined where there is none. */
export function findProxy(baseUrl: string): URL | ProxyError | undefined {
  const text = getProxyForUrl(baseUrl);
  if (text === "") return undefined;
  try {
    const url = new URL(text);
    // The agent would throw only after it has opened a socket, whose errors nobody would handle.
    decodeURIComponent(url.username + url.password);
    // With TLS to the proxy, the agent (7.0.6) leaves an error of the handshake unhandled: the process would end.
    // A "/", "?" or "#" in the login ends the host before the "@".
    if (/^http:\/\/([^/?#]*@)?[^@/?#]+\/?$/.test(text)) return url;
  } catch {
    // The error isn't passed on, because it has the login.
  }
  const detail = "can't be used: its URL must begin with http://, and its login must be URL-encoded";
  return new ProxyError("in the environment", detail);
}

/** Axios's own proxy support passes a refused CONNECT on as the API's response (test/unit/api/proxy.test.ts). */
export class TunnelAgent extends HttpsProxyAgent<string> {
  override async connect(...[request, options]: Parameters<HttpsProxyAgent<string>["connect"]>) {
    const proxy = this.proxy.host;
    let status = 0;
    request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => {
      status = statusCode;
    });
    const socket = await super.connect(request, options).catch((error: NodeJS.ErrnoException) => {
      const isClosed = error.code === undefined || error.code === "ECONNRESET";
      const detail = isClosed ? "closed the connection" : `can't be reached (${error.code})`;
      throw new ProxyError(proxy, detail, true);
    });
    if (status === 200) return socket;
    if (Number.isNaN(status)) throw new ProxyError(proxy, "doesn't speak HTTP");
    throw new ProxyError(proxy, `answered ${status}`, status === 429 || status >= 500);
  }
}
