/**
 * The proxy that the environment names, and the connections through it. Axios (1.21.1) sends a login as it is encoded in the variable,
 * and waits until the timeout for a proxy that closes. Node has proxies of its own only since versions 22.21 and 24.5. With
 * https-proxy-agent 9.1.0 and proxy-from-env 2.1.0, the tests of this file showed: after the timeout, the connection to a proxy that does
 * not answer stays open; a login with a bare "%" fails; a proxy that speaks no HTTP is not named as one; in NO_PROXY, neither a bare
 * domain, a dot at the end, `::1`, nor a subnet counts. CommonJS can load that agent only since Node 20.19.
 */

import * as http from "node:http";
import * as https from "node:https";
import { BlockList, isIP } from "node:net";
import { unescape as decode } from "node:querystring";
import type { Duplex } from "node:stream";
import type { Failure } from "./errors.js";

/** The way to an API through a proxy. */
export interface ProxyRoute {
  /** The host and the port of the API, for CONNECT. */
  readonly target: string;
  /** How a user reads where requests go. */
  readonly address: string;
  /** The URL of the proxy, without the login. */
  readonly url: URL;
  /** The host and the port of the proxy. */
  readonly proxy: string;
  /** The value of `Proxy-Authorization`, where the proxy has a login. */
  readonly authorization: string | undefined;
}

type ProxyFailure = Extract<Failure, { kind: "proxy" }>;

/** Finds the way to an API behind https. Undefined where it needs no proxy, and a failure where its proxy cannot be used. */
export function findProxyRoute(api: URL, environment: NodeJS.ProcessEnv): ProxyRoute | ProxyFailure | undefined {
  const variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
  const variable = variables.find((name) => environment[name]);
  const noProxy = environment.no_proxy || environment.NO_PROXY || "";
  if (variable === undefined || isExcluded(api, noProxy)) return undefined;
  const fail = (proxy: string, detail: string): ProxyFailure => ({ kind: "proxy", proxy, detail });
  // A URL ends its host at a backslash, which curl takes for a part of the login: DOMAIN\user.
  const value = String(environment[variable]).replaceAll("\\", "%5C");
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(value);
  const text = hasScheme ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A "/", "?" or "#" in the login ends the host too early. The "@" before the right host then stands behind it.
  if (!url?.host || /@/.test(url.pathname + url.search + url.hash)) {
    return fail(`of ${variable}`, "can't be read: its URL is wrong, or its login isn't URL-encoded");
  }
  if (!hasScheme) return fail(url.host, "has no scheme, which is http:// or https://");
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "http" && scheme !== "https")
    return fail(url.host, `has the scheme ${scheme}: only http and https work`);
  const login = `${decode(url.username)}:${decode(url.password)}`;
  url.username = url.password = "";
  const proxy = `${url.hostname}:${url.port || (scheme === "http" ? 80 : 443)}`;
  return {
    target: `${api.hostname}:${api.port || 443}`,
    address: `${api.host} through the proxy ${proxy}`,
    url,
    proxy,
    authorization: login === ":" ? undefined : `Basic ${Buffer.from(login).toString("base64")}`,
  };
}

/** Whether NO_PROXY names the host of the API. Its entries are those of curl; like axios, it also takes `*.` and a port. */
function isExcluded({ hostname, port }: URL, noProxy: string): boolean {
  // A dot at the end says that a name is complete. The empty entry of "a,,b" would match what stands before that dot.
  const host = hostname.replace(/[[\]]|\.$/g, "");
  const entries = noProxy.toLowerCase().split(/[\s,]/);
  return entries.some((entry) => {
    if (entry === "*") return true;
    // An IPv6 address has colons of its own, and stands in brackets before a port.
    const parts = isIP(entry) ? [entry, entry] : /^\*?\.?\[?(.*?)\.?\]?(?::(\d+))?$/.exec(entry);
    const [, name = "", entryPort = port || "443"] = parts ?? [];
    if (entryPort !== (port || "443")) return false;
    return host === name || (isIP(host) === 0 ? host.endsWith(`.${name}`) : isInSubnet(host, name));
  });
}

/** Whether an IP address is in a subnet such as `10.0.0.0/8`. False for what is no subnet. */
function isInSubnet(address: string, subnet: string): boolean {
  const [, network = "", prefix = ""] = /^(.*)\/(\d+)$/.exec(subnet) ?? [];
  const version = isIP(address) as 4 | 6;
  if (isIP(network) !== version || Number(prefix) > (version === 4 ? 32 : 128)) return false;
  const subnets = new BlockList();
  subnets.addSubnet(network, Number(prefix), `ipv${version}`);
  return subnets.check(address, `ipv${version}`);
}

/** Why a proxy made no connection to the API. Nothing of the request has left. */
export class ProxyError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

/** The connections to an API through a proxy. TLS begins behind the proxy, which sees the name of the API alone. */
export class TunnelAgent extends https.Agent {
  constructor(
    private readonly route: ProxyRoute,
    private readonly timeoutSeconds: number,
    options: https.AgentOptions,
  ) {
    super(options);
  }

  override createConnection(
    options: https.RequestOptions,
    done: (error: Error | null, socket?: Duplex | null) => void,
  ): undefined {
    const { url, target, address, proxy, authorization } = this.route;
    const fail = (detail: string) => done(new ProxyError({ kind: "proxy", proxy, detail }));
    const client = url.protocol === "https:" ? https : http;
    const { autoSelectFamilyAttemptTimeout } = this.options;
    client
      .request(url, {
        method: "CONNECT",
        path: target,
        headers: { Host: target, ...(authorization && { "Proxy-Authorization": authorization }) },
        agent: new client.Agent({ autoSelectFamilyAttemptTimeout }),
        signal: AbortSignal.timeout(this.timeoutSeconds * 1000),
      })
      .on("connect", ({ statusCode = 0 }, socket) => {
        if (statusCode >= 200 && statusCode < 300) {
          done(null, super.createConnection({ ...options, socket } as https.RequestOptions));
          return;
        }
        socket.destroy();
        // The proxy works. The way behind it, or the API, may work again after a while.
        if (statusCode === 429 || statusCode >= 500)
          done(new ProxyError({ kind: "connection", detail: `the proxy answered ${statusCode}`, address }));
        else fail(`answered ${statusCode}`);
      })
      .on("error", ({ code = "broken off" }: NodeJS.ErrnoException) => {
        if (code === "ECONNRESET") fail("closed the connection");
        else fail(code.startsWith("HPE_") ? "doesn't speak HTTP" : `can't be reached (${code})`);
      })
      .end();
  }
}
