/** Sends one attempt of a request by axios, and tells how it ended and whether the request can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import axios, { AxiosError } from "axios";
import type { Method } from "../../definitions/operation.js";
import { type AttemptResult, type FailedAttempt, interpretResponse } from "./attempt.js";
import type { Failure } from "./errors.js";
import type { JsonObject } from "./json.js";
import { parseRetryAfter } from "./retry.js";

/** How each attempt is sent. */
export interface TransportSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly userAgent: string;
}

export interface ApiRequest {
  /** What the request does, in words, such as `create application`. */
  readonly operation: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
  /** A GET and a DELETE do not send it. */
  readonly body: JsonObject;
}

/** A response of this API has some kilobytes. The bound keeps an endless one from filling the memory. */
const longestResponse = 16 * 1024 * 1024;

/**
 * The other side may close an idle connection at the very moment when a request is sent on it. A PATCH that meets this is sent
 * again, on a new connection, because other idle ones may be closed as well. A POST could not be sent again. A DELETE could, but
 * a 404 to the second one would no longer tell that the resource was gone before. So both get a new connection from the start.
 */
const sharedConnections = {
  httpAgent: new http.Agent({ keepAlive: true }),
  httpsAgent: new https.Agent({ keepAlive: true }),
};
const newConnection = { httpAgent: new http.Agent(), httpsAgent: new https.Agent() };

/** Sends one attempt. It never rejects: what goes wrong is a failed attempt. */
export type SendAttempt = (request: ApiRequest, isRetry: boolean) => Promise<AttemptResult>;

/** The connection of one attempt. The request leaves only after it is made. */
interface Connection {
  isMade: boolean;
  /** The status of the response, once its head has come. */
  status?: number | undefined;
}

export function createTransport({ token, baseUrl, timeoutSeconds, userAgent }: TransportSettings): SendAttempt {
  const { host: address, protocol } = new URL(baseUrl);
  return async ({ method, path, body }, isRetry) => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const connection: Connection = { isMade: false };
    const fail = (failure: Failure): FailedAttempt => ({ failure, effect: connection.isMade ? "unknown" : "none" });
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: baseUrl + path,
        data: method === "GET" || method === "DELETE" ? undefined : body,
        headers: { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": userAgent },
        ...(isRetry || method === "POST" || method === "DELETE" ? newConnection : sharedConnections),
        // Plain http goes to this machine alone. A proxy named by the environment would carry the token out of it.
        ...(protocol === "http:" ? { proxy: false as const } : {}),
        transport: createWatchedTransport(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestResponse,
        responseType: "arraybuffer",
        validateStatus: () => true,
      });
      if (!connection.isMade) return fail({ kind: "connection", detail: `the proxy answered ${status}`, address });
      const retryAfter = parseRetryAfter(headers["retry-after"], Date.now());
      return { ...interpretResponse(status, data.toString("utf8")), retryAfter };
    } catch (error) {
      const { isMade, status } = connection;
      if (!signal.aborted) return fail(classifyError(error, address, isMade ? status : undefined));
      return fail({ kind: "timeout", seconds: timeoutSeconds, address, connected: isMade, status });
    }
  };
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
      const noteStatus = (response: http.IncomingMessage) => {
        connection.status = response.statusCode;
        onResponse(response);
      };
      return client.request(options, noteStatus).once("socket", (socket: Socket & { secureConnecting?: boolean }) => {
        // A socket that comes from the pool is open already, or it has failed meanwhile.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
        // A socket without TLS leads to a proxy. If the proxy refuses, its words come like a response of the API.
        const isToApi = isSecure === "encrypted" in socket;
        if (isToApi && isOpen) noteMade();
        else socket.once(isSecure ? "secureConnect" : "connect", noteMade);
      });
    },
  };
}

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Classifies what was thrown. It keeps the network's code alone, because axios' error holds the token and the request. */
function classifyError(error: unknown, address: string, status: number | undefined): Failure {
  // Axios puts the error of the system inside its own.
  const cause = error instanceof AxiosError ? error.cause : error;
  const { code = "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  if (error instanceof AxiosError && error.message.startsWith("maxContentLength"))
    return { kind: "unreadable", detail: `more than ${longestResponse / 1024 / 1024} MB` };
  if (/^(Z_|ERR__ERROR_)/.test(code)) return { kind: "unreadable", detail: "data that cannot be unpacked" };
  return { kind: certificateCodes.test(code) ? "certificate" : "connection", detail: code, address, status };
}
