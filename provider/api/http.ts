/** What goes over HTTP, and by which settings. */

import type { Method } from "../definitions/operation.js";
import type { JsonObject } from "./json.js";

export interface ClientSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly userAgent: string;
  /** Takes a line about a wait of more than a second. */
  readonly log: (line: string) => void;
  /** Once it is aborted, waits end and nothing more is sent; the response to what is under way still counts. */
  readonly cancelled?: AbortSignal | undefined;
}

export interface ApiRequest {
  /** What it does, in words: `create application`. */
  readonly operation: string;
  readonly method: Method;
  /** Below the base URL, encoded, with its query if there is one. */
  readonly path: string;
  /** Not sent by a GET or a DELETE. */
  readonly body: JsonObject;
}
