/** Sends one attempt of a request by axios, and reports whether it may have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import { Axios, getAdapter } from "axios";
import { type ApiRequest, type Failure, type Result, readResult } from "./errors.js";

export interface TransportSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly userAgent: string;
}

export type SendAttempt = (request: ApiRequest, isRetry: boolean) => Promise<Result>;

/** Until it's established, nothing has been sent. */
interface Connection {
  isEstablished: boolean;
  status?: number | undefined;
}

/** In bytes. An endless response must not fill the memory. */
const longestResponse = 16 * 1024 * 1024;

export function createTransport({ token, baseUrl, timeoutSeconds, userAgent }: TransportSettings): SendAttempt {
  const api = new URL(baseUrl);
  const isSecure = api.protocol === "https:";
  // Plain http goes to this machine alone: a proxy would carry the token out of it.
  const proxy = isSecure ? loadProxy().findProxy(baseUrl) : undefined;
  if (proxy instanceof Error) return async () => ({ failure: proxy.failure });
  const address = proxy === undefined ? api.host : `${api.host} through the proxy ${proxy.host}`;
  // In milliseconds. Node gives each address of a host 250, which is too short for a slow network.
  const longestTry = Math.max(getDefaultAutoSelectFamilyAttemptTimeout(), 2000);
  const autoSelectFamilyAttemptTimeout = Math.min(longestTry, timeoutSeconds * 500);
  const createAgent = (keepAlive: boolean): http.Agent => {
    const options = { keepAlive, autoSelectFamilyAttemptTimeout };
    if (proxy !== undefined) return new (loadProxy().TunnelAgent)(proxy, options);
    return isSecure ? new https.Agent(options) : new http.Agent(options);
  };
  // The other side may close an idle connection while a request is sent on it. A PATCH is then repeated on a new one.
  // A POST couldn't be repeated, and a 404 to a second DELETE wouldn't tell that the resource was gone before.
  const sharedConnections = createAgent(true);
  const newConnections = createAgent(false);
  // This package needs an instance of its own: other packages share the process, and often axios, whose shared instance
  // they may have given interceptors, retries and defaults. `axios.create` would copy the defaults.
  const axios = new Axios({
    adapter: getAdapter("http"),
    baseURL: baseUrl,
    headers: { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": userAgent },
    proxy: false,
    maxRedirects: 0,
    maxContentLength: longestResponse,
    responseType: "arraybuffer",
    validateStatus: null,
  });

  return async ({ method, path, body }, isRetry) => {
    const connection: Connection = { isEstablished: false };
    const agent = isRetry || ["POST", "DELETE"].includes(method) ? newConnections : sharedConnections;
    const hasBody = method === "POST" || method === "PATCH";
    const json = hasBody ? { data: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {};
    const timeout = startTimeout(timeoutSeconds);
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: path,
        ...json,
        httpAgent: agent,
        httpsAgent: agent,
        transport: createWatchedTransport(connection),
        signal: timeout.signal,
      });
      return readResult(method, status, data.toString("utf8"), headers["retry-after"]);
    } catch (error) {
      if (!timeout.signal.aborted) return { failure: describeError(error as Error, address, connection) };
      return { failure: describeLoss(connection, `${address} within ${timeoutSeconds} s`) };
    } finally {
      timeout.stop();
    }
  };
}

/**
 * Aborts after this time, but reads first what has already arrived: another resource of the program may have blocked
 * the process for longer, and Node runs timers that are due before it reads.
 */
function startTimeout(seconds: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => controller.abort())), seconds * 1000);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** Creates a transport for axios: Node's own, which also notes when the connection is established, and the status. */
function createWatchedTransport(connection: Connection) {
  return {
    request(options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest {
      const isSecure = options.protocol === "https:";
      const noteEstablished = () => {
        connection.isEstablished = true;
      };
      const request = (isSecure ? https : http).request(options, (response) => {
        connection.status = response.statusCode;
        onResponse(response);
      });
      return request.once("socket", (socket: Socket & { secureConnecting?: boolean }) => {
        // A socket of the pool is open already, or it has failed meanwhile.
        const isOpen = socket.readyState === "open" && socket.secureConnecting !== true;
        if (isOpen) noteEstablished();
        else socket.once(isSecure ? "secureConnect" : "connect", noteEstablished);
      });
    },
  };
}

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;
const certificateFix =
  "Check apphosting:baseUrl. If it's right, the owner of that address has to renew or correct the certificate. " +
  "For your own certificate authority, set NODE_EXTRA_CA_CERTS.";

/** Keeps only the network's code: axios's error, which wraps the system's, has the token and the request. */
function describeError({ message, cause }: Error, address: string, connection: Connection): Failure {
  const { code = message, failure } = (cause ?? {}) as { readonly code?: string; readonly failure?: Failure };
  if (failure !== undefined) return failure;
  if (certificateCodes.test(code)) {
    const happened = `was not sent: the certificate of ${address} was refused (${code})`;
    return { happened, outcome: "no effect", nextStep: certificateFix };
  }
  if (/^(Z_|ERR__ERROR_|HPE_|maxContentLength)/.test(code)) {
    return { happened: `got an unreadable response (${code})`, outcome: "unknown" };
  }
  return describeLoss(connection, `${address} (${code})`);
}

function describeLoss({ isEstablished, status }: Connection, origin: string): Failure {
  const isTransient = true;
  if (!isEstablished) {
    const nextStep = "Check apphosting:baseUrl, the network, and HTTPS_PROXY if you use a proxy.";
    return { happened: `was not sent: no connection to ${origin}`, outcome: "no effect", isTransient, nextStep };
  }
  const got = status === undefined ? "got no response" : `got only part of a response with status ${status}`;
  return { happened: `${got} from ${origin}`, outcome: "unknown", isTransient };
}

/** Loads the agent only for https, so that tests against this machine don't wait for it. */
function loadProxy() {
  return require("./proxy.js") as typeof import("./proxy.js");
}
