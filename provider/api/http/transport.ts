/** Sends one attempt of a request by axios, and tells whether it can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import axios, { AxiosError } from "axios";
import { type AttemptResult, interpretResponse } from "./attempt.js";
import { brokenHttp, type Failure, type RequestSummary } from "./errors.js";
import type { JsonObject } from "./json.js";
import { parseRetryAfter } from "./retry.js";

export interface TransportSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly userAgent: string;
}

export interface ApiRequest extends RequestSummary {
  readonly body: JsonObject;
}

/** In bytes. An endless response must not fill the memory. */
const longestResponse = 16 * 1024 * 1024;

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Never rejects: an error is a failed attempt. */
export type SendAttempt = (request: ApiRequest, isRetry: boolean) => Promise<AttemptResult>;

/** Nothing is sent before it's made. */
interface Connection {
  isMade: boolean;
  status?: number | undefined;
}

export function createTransport({ token, baseUrl, timeoutSeconds, userAgent }: TransportSettings): SendAttempt {
  const api = new URL(baseUrl);
  const isSecure = api.protocol === "https:";
  let proxy: URL | undefined;
  try {
    // Plain http goes to this machine alone: a proxy would carry the token out of it.
    proxy = isSecure ? loadProxy().findProxy(baseUrl) : undefined;
  } catch (error) {
    return async () => ({ failure: classifyError(error, api.host, { isMade: false }), outcome: "no effect" });
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

  return async ({ method, path, body }, isRetry) => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const connection: Connection = { isMade: false };
    const agent = isRetry || ["POST", "DELETE"].includes(method) ? newConnections : sharedConnections;
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: baseUrl + path,
        data: ["GET", "DELETE"].includes(method) ? undefined : body,
        headers: { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": userAgent },
        httpAgent: agent,
        httpsAgent: agent,
        // The agent connects through the proxy.
        proxy: false,
        transport: createWatchedTransport(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestResponse,
        responseType: "arraybuffer",
        // Axios would throw for each status outside 2xx.
        validateStatus: null,
      });
      const result = interpretResponse(method, status, data.toString("utf8"));
      if ("body" in result) return result;
      return { ...result, retryAfter: parseRetryAfter(headers["retry-after"], Date.now()) };
    } catch (error) {
      const { isMade, status } = connection;
      const failure: Failure = signal.aborted
        ? { kind: "timeout", seconds: timeoutSeconds, address, connected: isMade, status }
        : classifyError(error, address, connection);
      return { failure, outcome: isMade ? "unknown" : "no effect" };
    }
  };
}

/** Creates a transport for axios: Node's own, which also notes when the connection is made, and the status. */
function createWatchedTransport(connection: Connection) {
  return {
    request(options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest {
      const isSecure = options.protocol === "https:";
      const client = isSecure ? https : http;
      const noteMade = () => {
        connection.isMade = true;
      };
      const request = client.request(options, (response) => {
        connection.status = response.statusCode;
        onResponse(response);
      });
      return request.once("socket", (socket: Socket & { secureConnecting?: boolean }) => {
        // A socket of the pool is open already, or it has failed meanwhile.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
        if (isOpen) noteMade();
        else socket.once(isSecure ? "secureConnect" : "connect", noteMade);
      });
    },
  };
}

/** Keeps only the network's code: axios's error, which wraps the system's, has the token and the request. */
function classifyError(error: unknown, address: string, { isMade, status }: Connection): Failure {
  const cause = error instanceof AxiosError ? error.cause : error;
  if (cause instanceof Error && "failure" in cause) return cause.failure as Failure;
  const { code = "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  if (error instanceof AxiosError && error.message.startsWith("maxContentLength"))
    return { kind: "unreadable", detail: `more than ${longestResponse / 1024 / 1024} MB` };
  if (/^(Z_|ERR__ERROR_)/.test(code)) return { kind: "unreadable", detail: "data that can't be unpacked" };
  if (code.startsWith("HPE_")) return { kind: "unreadable", detail: brokenHttp };
  if (certificateCodes.test(code)) return { kind: "certificate", detail: code, address };
  return { kind: "connection", detail: code, address, connected: isMade, status };
}

/** Loads the agent only for https, so that tests against this machine don't wait for it. */
function loadProxy() {
  return require("./proxy.js") as typeof import("./proxy.js");
}
