/** Sends one attempt of a request by axios, and tells how it ended and whether the request can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import axios, { AxiosError } from "axios";
import { type AttemptResult, interpretResponse } from "./attempt.js";
import type { Failure, RequestSummary } from "./errors.js";
import type { JsonObject } from "./json.js";
import { findProxyRoute, ProxyError, TunnelAgent } from "./proxy.js";
import { parseRetryAfter } from "./retry.js";

/** How each attempt is sent. */
export interface TransportSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly userAgent: string;
}

export interface ApiRequest extends RequestSummary {
  /** A GET and a DELETE do not send it. */
  readonly body: JsonObject;
}

/** A response of this API has some kilobytes. The bound keeps an endless one from filling the memory. */
const longestResponse = 16 * 1024 * 1024;

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Sends one attempt. It never rejects: what goes wrong is a failed attempt. */
export type SendAttempt = (request: ApiRequest, isRetry: boolean) => Promise<AttemptResult>;

/** The connection of one attempt. The request leaves only after it is made. */
interface Connection {
  isMade: boolean;
  /** The status of the response, once its head has come. */
  status?: number | undefined;
}

export function createTransport({ token, baseUrl, timeoutSeconds, userAgent }: TransportSettings): SendAttempt {
  const api = new URL(baseUrl);
  const isSecure = api.protocol === "https:";
  // Plain http goes to this machine alone. A proxy would carry the token out of it.
  const route = isSecure ? findProxyRoute(api, process.env) : undefined;
  if (route !== undefined && "kind" in route) return async () => ({ failure: route, outcome: "no effect" });
  const address = route?.address ?? api.host;
  const autoSelectFamilyAttemptTimeout = computeAddressTimeout(timeoutSeconds);
  const createAgent = (options: https.AgentOptions) => {
    const all = { ...options, autoSelectFamilyAttemptTimeout };
    if (route !== undefined) return new TunnelAgent(route, timeoutSeconds, all);
    return isSecure ? new https.Agent(all) : new http.Agent(all);
  };
  // The other side may close an idle connection at the very moment when a request is sent on it. A PATCH that meets this is sent
  // again, on a new connection, because other idle ones may be closed as well. A POST could not be sent again. A DELETE could, but
  // a 404 to the second one would no longer tell that the resource was gone before. So both get a new connection from the start.
  const sharedConnections = createAgent({ keepAlive: true });
  const newConnections = createAgent({});

  return async ({ method, path, body }, isRetry) => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const connection: Connection = { isMade: false };
    const agent = isRetry || method === "POST" || method === "DELETE" ? newConnections : sharedConnections;
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: baseUrl + path,
        data: method === "GET" || method === "DELETE" ? undefined : body,
        headers: { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": userAgent },
        httpAgent: agent,
        httpsAgent: agent,
        // The agent knows the proxy. Axios would take another one from the environment.
        proxy: false,
        transport: createWatchedTransport(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestResponse,
        responseType: "arraybuffer",
        // Axios would throw for each status outside 2xx, which has a meaning of its own here.
        validateStatus: null,
      });
      const result = interpretResponse(status, data.toString("utf8"));
      const { location } = headers;
      if ("body" in result) return typeof location === "string" ? { ...result, location } : result;
      return { ...result, retryAfter: parseRetryAfter(headers["retry-after"], Date.now()) };
    } catch (error) {
      const { isMade, status } = connection;
      const failure: Failure = signal.aborted
        ? { kind: "timeout", seconds: timeoutSeconds, address, connected: isMade, status }
        : classifyError(error, address, status);
      return { failure, outcome: isMade ? "unknown" : "no effect" };
    }
  };
}

/**
 * Computes how long Node tries one address of a host before it gives that up for the next one, in milliseconds. Its own 250 ms are too
 * short for a slow network. A longer time that the user has set for Node counts, and the second address always gets its turn.
 */
function computeAddressTimeout(timeoutSeconds: number): number {
  return Math.min(Math.max(getDefaultAutoSelectFamilyAttemptTimeout(), 2000), (timeoutSeconds * 1000) / 2);
}

/** Creates what axios sends by: Node's own client, which also notes when the connection to the API is made, and the status. */
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
        // A socket that comes from the pool is open already, or it has failed meanwhile.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
        if (isOpen) noteMade();
        else socket.once(isSecure ? "secureConnect" : "connect", noteMade);
      });
    },
  };
}

/** Classifies what was thrown. It keeps the network's code alone, because axios' error holds the token and the request. */
function classifyError(error: unknown, address: string, status: number | undefined): Failure {
  // Axios puts the error of the system inside its own.
  const cause = error instanceof AxiosError ? error.cause : error;
  if (cause instanceof ProxyError) return cause.failure;
  const { code = "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  if (error instanceof AxiosError && error.message.startsWith("maxContentLength"))
    return { kind: "unreadable", detail: `more than ${longestResponse / 1024 / 1024} MB` };
  if (/^(Z_|ERR__ERROR_)/.test(code)) return { kind: "unreadable", detail: "data that cannot be unpacked" };
  return { kind: certificateCodes.test(code) ? "certificate" : "connection", detail: code, address, status };
}
