/** The requests that a client sends, and the settings by which it sends them. */

import type { Method } from "../definitions/operation.js";
import type { JsonObject } from "./json.js";

export interface ClientSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly userAgent: string;
  /** Prints a line about a wait of more than a second. */
  readonly log: (line: string) => void;
  /** Once it is aborted, waits end and nothing more is sent. The response to a request that is under way still counts. */
  readonly cancelled?: AbortSignal | undefined;
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
