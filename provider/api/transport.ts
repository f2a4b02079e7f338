/** One HTTP exchange by axios: what came back, or how it broke and whether the request can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import axios, { AxiosError } from "axios";
import { type Answer, answerOf } from "./answer.js";
import type { Failed, Failure } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import { retryAfter } from "./retry.js";

/** A response of this API has some kilobytes; the bound keeps an endless one from filling the memory. */
const longestAnswer = 16 * 1024 * 1024;

/**
 * An idle connection can be closed by the other side at the moment when a request is sent on it. A PATCH is sent
 * again then, on a connection of its own, for others can be closed, too; a POST could not be, so each has its own.
 */
const kept = { httpAgent: new http.Agent({ keepAlive: true }), httpsAgent: new https.Agent({ keepAlive: true }) };
const fresh = { httpAgent: new http.Agent(), httpsAgent: new https.Agent() };

export function exchangeWith({ token, baseUrl, timeoutSeconds, userAgent }: ClientSettings) {
  const { host: address, protocol } = new URL(baseUrl);
  return async ({ method, path, body }: ApiRequest, isRetry: boolean): Promise<Answer | Failed> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const connection = { made: false };
    const failed = (failure: Failure): Failed => ({ failure, effect: connection.made ? "unknown" : "none" });
    try {
      const { status, headers, data } = await axios.request<Buffer>({
        method,
        url: baseUrl + path,
        data: method === "GET" || method === "DELETE" ? undefined : body,
        headers: { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": userAgent },
        ...(isRetry || method === "POST" || method === "DELETE" ? fresh : kept),
        // Plain http stays on this machine; a proxy of the environment would carry the token out of it.
        ...(protocol === "http:" ? { proxy: false as const } : {}),
        transport: watched(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestAnswer,
        responseType: "arraybuffer",
        validateStatus: () => true,
      });
      if (!connection.made) return failed({ kind: "connection", detail: `the proxy answered ${status}`, address });
      return { ...answerOf(status, data.toString("utf8")), retryAfter: retryAfter(headers["retry-after"], Date.now()) };
    } catch (error) {
      if (!signal.aborted) return failed(networkFailure(error, address));
      return failed({ kind: "timeout", seconds: timeoutSeconds, address, connected: connection.made });
    }
  };
}

/** Node's own client, with a look at whether the connection was made. A request leaves only after that. */
function watched(connection: { made: boolean }) {
  return {
    request(options: https.RequestOptions, answered: (response: http.IncomingMessage) => void): http.ClientRequest {
      const isSecure = options.protocol === "https:";
      const client = isSecure ? https : http;
      const made = () => Object.assign(connection, { made: true });
      return client.request(options, answered).once("socket", (socket: Socket & { secureConnecting?: boolean }) => {
        // It can also have failed by now.
        const isOpen = !socket.connecting && socket.secureConnecting !== true && !socket.destroyed;
        // One without TLS is a proxy's: what it says when it refuses comes like a response.
        const isToApi = isSecure === "encrypted" in socket;
        if (isToApi && isOpen) made();
        else socket.once(isSecure ? "secureConnect" : "connect", made);
      });
    },
  };
}

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Only words of the network go on from here: a library's error object holds the token and the request. */
function networkFailure(error: unknown, address: string): Failure {
  // The system's error, inside the library's where there is one.
  const cause = error instanceof AxiosError ? error.cause : error;
  const { code = "broken off" } = (cause ?? {}) as NodeJS.ErrnoException;
  if (error instanceof AxiosError && error.message.startsWith("maxContentLength"))
    return { kind: "unreadable", detail: `more than ${longestAnswer / 1024 / 1024} MB` };
  if (/^(Z_|ERR__ERROR_)/.test(code)) return { kind: "unreadable", detail: "data that cannot be unpacked" };
  return { kind: certificateCodes.test(code) ? "certificate" : "connection", detail: code, address };
}
