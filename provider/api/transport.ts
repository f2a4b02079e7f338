/** Sends one attempt of a request by axios, and reports whether it may have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import { Axios, AxiosError, getAdapter } from "axios";
import type { ApiRequest, Failure } from "./errors.js";
import { type Result, readResult } from "./errors.js";
import { parseRetryAfter } from "./retry.js";

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
  let proxy: URL | undefined;
  try {
    // Plain http goes to this machine alone: a proxy would carry the token out of it.
    proxy = isSecure ? loadProxy().findProxy(baseUrl) : undefined;
  } catch (error) {
    return async () => ({ failure: describeError(error, api.host, { isEstablished: false }) });
  }
  const address = proxy === undefined ? api.host : `${api.host} through the proxy ${proxy.host}`;
  // In milliseconds. Node gives each address of a host 250, which is too short for a slow network.
  const longestTry = Math.max(getDefaultAutoSelectFamilyAttemptTimeout(), 2000);
  const autoSelectFamilyAttemptTimeout = Math.min(longestTry, timeoutSeconds * 500);
  function createAgent(options: https.AgentOptions): http.Agent {
    const all = { ...options, autoSelectFamilyAttemptTimeout };
    if (proxy !== undefined) return new (loadProxy().TunnelAgent)(proxy, all);
    return isSecure ? new https.Agent(all) : new http.Agent(all);
  }
  // The other side may close an idle connection while a request is sent on it. A PATCH is then repeated on a new one.
  // A POST couldn't be repeated, and a 404 to a second DELETE wouldn't tell that the resource was gone before.
  const sharedConnections = createAgent({ keepAlive: true });
  const newConnections = createAgent({});
  // An instance of our own: other packages of the program share the process, and often axios, whose shared instance
  // they may have given interceptors, retries and defaults. `axios.create` would copy the defaults.
  const axios = new Axios({
    adapter: getAdapter("http"),
    baseURL: baseUrl,
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
    const timeout = startTimeout(timeoutSeconds);
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: path,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json",
          "User-Agent": userAgent,
          ...(hasBody ? { "Content-Type": "application/json" } : {}),
        },
        data: hasBody ? Buffer.from(JSON.stringify(body)) : undefined,
        httpAgent: agent,
        httpsAgent: agent,
        transport: createWatchedTransport(connection),
        signal: timeout.signal,
      });
      const result = readResult(method, status, data.toString("utf8"));
      if ("body" in result) return result;
      return { failure: { ...result.failure, retryAfter: parseRetryAfter(headers["retry-after"], Date.now()) } };
    } catch (error) {
      if (!timeout.signal.aborted) return { failure: describeError(error, address, connection) };
      const late = `${address} within ${timeoutSeconds} s`;
      return { failure: describeLoss(connection, ` from ${late}`, late) };
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
      const client = isSecure ? https : http;
      const noteEstablished = () => {
        connection.isEstablished = true;
      };
      const request = client.request(options, (response) => {
        connection.status = response.statusCode;
        onResponse(response);
      });
      return request.once("socket", (socket: Socket & { secureConnecting?: boolean }) => {
        // A socket of the pool is open already, or it has failed meanwhile.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
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
function describeError(error: unknown, address: string, connection: Connection): Failure {
  const cause = error instanceof AxiosError ? error.cause : error;
  if (cause instanceof Error && "failure" in cause) return cause.failure as Failure;
  const isTooLong = error instanceof AxiosError && error.message.startsWith("maxContentLength");
  const { code = isTooLong ? "TOO_LONG" : "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  const outcome = connection.isEstablished ? "unknown" : "no effect";
  if (certificateCodes.test(code)) {
    const happened = `was not sent: the certificate of ${address} was refused (${code})`;
    return { happened, outcome, nextStep: certificateFix };
  }
  const contents: readonly (readonly [codes: RegExp, content: string])[] = [
    [/^TOO_LONG$/, `more than ${longestResponse / 1024 / 1024} MB`],
    [/^(Z_|ERR__ERROR_)/, "data that can't be unpacked"],
    [/^HPE_/, "invalid HTTP"],
  ];
  const content = contents.find(([codes]) => codes.test(code))?.[1];
  if (content !== undefined) return { happened: `got an unreadable response: ${content}`, outcome };
  return describeLoss(connection, `: the connection to ${address} failed (${code})`, `${address} (${code})`);
}

function describeLoss({ isEstablished, status }: Connection, loss: string, unreached: string): Failure {
  const isTransient = true;
  if (!isEstablished) {
    const nextStep = "Check apphosting:baseUrl, the network, and HTTPS_PROXY if you use a proxy.";
    return { happened: `was not sent: no connection to ${unreached}`, outcome: "no effect", isTransient, nextStep };
  }
  const part = status === undefined ? "got no response" : `got a response with status ${status}, but not all of it`;
  return { happened: part + loss, outcome: "unknown", isTransient };
}

/** Loads the agent only for https, so that tests against this machine don't wait for it. */
function loadProxy() {
  return require("./proxy.js") as typeof import("./proxy.js");
}
