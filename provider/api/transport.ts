/** One HTTP exchange by axios: what came back, or how it broke and whether the request can have reached the API. */

import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import axios, { AxiosError } from "axios";
import type { Failed } from "./errors.js";
import type { ApiRequest, ClientSettings, HttpResponse } from "./http.js";

/** A response of this API has some kilobytes; the bound keeps an endless one from filling the memory. */
const longestAnswer = 16 * 1024 * 1024;

/**
 * An idle connection can be closed by the other side at the moment when a request is sent on it. A PATCH is sent
 * again then, on a connection of its own, for others can be closed, too; a POST could not be, so each has its own.
 */
const agents = {
  kept: { httpAgent: new http.Agent({ keepAlive: true }), httpsAgent: new https.Agent({ keepAlive: true }) },
  fresh: { httpAgent: new http.Agent(), httpsAgent: new https.Agent() },
};

export function exchangeWith({ token, timeoutSeconds, userAgent }: ClientSettings) {
  return async ({ method, body }: ApiRequest, url: string, isRetry: boolean): Promise<HttpResponse | Failed> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const connection = { made: false };
    const address = new URL(url).host;
    const isFresh = isRetry || method === "POST";
    try {
      const response = await axios.request<Buffer>({
        method,
        url,
        ...(method === "GET" ? {} : { data: body }),
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json",
          ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
          "User-Agent": userAgent,
        },
        ...agents[isFresh ? "fresh" : "kept"],
        // Plain http stays on this machine; a proxy of the environment would carry the token out of it.
        ...(url.startsWith("http:") ? { proxy: false as const } : {}),
        transport: watched(connection),
        signal,
        maxRedirects: 0,
        maxContentLength: longestAnswer,
        responseType: "arraybuffer",
        validateStatus: () => true,
      });
      if (!connection.made) {
        const detail = `the proxy answered ${response.status}`;
        return { failure: { kind: "connection", detail, address }, effect: "none" };
      }
      const retryAfter: unknown = response.headers["retry-after"];
      return {
        status: response.status,
        retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
        text: response.data.toString("utf8"),
      };
    } catch (error) {
      if (signal.aborted) {
        return {
          failure: { kind: "timeout", seconds: timeoutSeconds, address, connected: connection.made },
          effect: connection.made ? "unknown" : "none",
        };
      }
      return networkFailure(error, address, connection.made);
    }
  };
}

/** Node's own client, with a look at whether the connection was made. A request leaves only after that. */
function watched(connection: { made: boolean }) {
  const made = () => {
    connection.made = true;
  };
  return {
    request(options: https.RequestOptions, answered: (response: http.IncomingMessage) => void): http.ClientRequest {
      const request = (options.protocol === "https:" ? https : http).request(options, answered);
      request.once("socket", (socket: Socket | TLSSocket) => {
        const handshake = "encrypted" in socket && (socket as { secureConnecting?: boolean }).secureConnecting === true;
        if (handshake) socket.once("secureConnect", made);
        else if (socket.connecting) socket.once("connect", made);
        // What a proxy says when it refuses comes like a response, on a connection without TLS.
        else if (options.protocol !== "https:" || "encrypted" in socket) made();
      });
      return request;
    },
  };
}

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Only words of the network go on from here: a library's error object holds the token and the request. */
function networkFailure(error: unknown, address: string, made: boolean): Failed {
  const { code, syscall } = deepest(error);
  const neverConnected = !made || syscall === "connect" || syscall === "getaddrinfo";
  if (code !== undefined && certificateCodes.test(code)) {
    return { failure: { kind: "certificate", detail: code, address }, effect: "none" };
  }
  const unreadable = (detail: string): Failed => {
    return { failure: { kind: "unreadable", status: undefined, detail }, effect: "unknown" };
  };
  if (code !== undefined && /^(Z_|ERR__ERROR_)/.test(code)) return unreadable("data that cannot be unpacked");
  const isTooLong = error instanceof AxiosError && error.message.startsWith("maxContentLength");
  if (isTooLong) return unreadable(`more than ${longestAnswer / 1024 / 1024} MB`);
  const failure = { kind: "connection", detail: code ?? "broken off", address } as const;
  return { failure, effect: neverConnected ? "none" : "unknown" };
}

/** The system's error inside a library's, or inside that of several addresses tried. */
function deepest(error: unknown): Partial<NodeJS.ErrnoException> {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0]);
  if (error instanceof AxiosError) return error.cause === undefined ? {} : deepest(error.cause);
  return error as NodeJS.ErrnoException;
}
