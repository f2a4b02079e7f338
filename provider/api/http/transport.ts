/** Sends one attempt of a request by axios, and tells how it ended and whether the request can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import axios, { AxiosError } from "axios";
import { type AttemptResult, interpretResponse } from "./attempt.js";
import { type Failure, invalidHttp, type RequestSummary } from "./errors.js";
import type { JsonObject } from "./json.js";
import { findProxy, ProxyAgent, ProxyError } from "./proxy.js";
import { parseRetryAfter } from "./retry.js";

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

/** Keeps an endless response from filling the memory. */
const longestResponse = 16 * 1024 * 1024;

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Sends one attempt. It never rejects: what goes wrong is a failed attempt. */
export type SendAttempt = (request: ApiRequest, isRetry: boolean) => Promise<AttemptResult>;

/** The connection of one attempt. The request leaves only after it is made. */
interface Connection {
  isMade: boolean;
  status?: number | undefined;
}

export function createTransport({ token, baseUrl, timeoutSeconds, userAgent }: TransportSettings): SendAttempt {
  const api = new URL(baseUrl);
  const isSecure = api.protocol === "https:";
  // Plain http goes only to this machine. A proxy would see the token.
  const proxy = isSecure ? findProxy(baseUrl) : undefined;
  if (proxy !== undefined && "kind" in proxy) return async () => ({ failure: proxy, outcome: "no effect" });
  const address = proxy === undefined ? api.host : `${api.host} through the proxy ${proxy.host}`;
  const createAgent = (keepAlive: boolean) => {
    const options = { keepAlive, autoSelectFamilyAttemptTimeout: computeAddressTimeout(timeoutSeconds) };
    if (proxy !== undefined) return new ProxyAgent(proxy, options);
    return isSecure ? new https.Agent(options) : new http.Agent(options);
  };
  // The API may close an idle connection just when a request is sent on it. A PATCH or GET is then sent again, on a new
  // connection, because other idle ones may be closed as well. A POST can't be repeated, and after a repeated DELETE a
  // 404 no longer tells that the resource was gone before. So both get a new connection from the start.
  const sharedConnections = createAgent(true);
  const newConnections = createAgent(false);

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
        // The agent has the proxy.
        proxy: false,
        transport: createWatchedTransport(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestResponse,
        responseType: "arraybuffer",
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
        : classifyError(error, address, connection);
      return { failure, outcome: isMade ? "unknown" : "no effect" };
    }
  };
}

/**
 * Computes for how many milliseconds Node tries one address of a host before the next one. Its default of 250 ms is too
 * short for a slow network. A longer time set for Node counts, and the second address always gets its turn.
 */
function computeAddressTimeout(timeoutSeconds: number): number {
  return Math.min(Math.max(getDefaultAutoSelectFamilyAttemptTimeout(), 2000), (timeoutSeconds * 1000) / 2);
}

/** Creates Node's client for axios, which also notes when the connection to the API is made, and the status. */
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
        // A pooled socket is open already, or has failed meanwhile. One through a proxy is open before its TLS is.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
        if (isOpen) noteMade();
        else socket.once(isSecure ? "secureConnect" : "connect", noteMade);
      });
    },
  };
}

/** Keeps only the network's code, because axios' error holds the token and the request. */
function classifyError(error: unknown, address: string, { isMade: connected, status }: Connection): Failure {
  const cause = error instanceof AxiosError ? error.cause : error;
  if (cause instanceof ProxyError) return cause.failure;
  if (error instanceof AxiosError && error.message.startsWith("maxContentLength"))
    return { kind: "unreadable", detail: `more than ${longestResponse / 1024 / 1024} MB` };
  const { code = "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  if (/^(Z_|ERR__ERROR_)/.test(code)) return { kind: "unreadable", detail: "data that cannot be unpacked" };
  if (code.startsWith("HPE_")) return { kind: "unreadable", detail: `${invalidHttp} (${code})` };
  return { kind: certificateCodes.test(code) ? "certificate" : "connection", detail: code, address, connected, status };
}
