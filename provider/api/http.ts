/** What goes over HTTP: by which settings, a request, and what came back. */

import type { AllFieldNames } from "../definitions/field-names.js";
import type { JsonObject } from "./json.js";

export interface ClientSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly fieldNames: AllFieldNames;
  readonly userAgent: string;
  /** Takes a line about a wait of more than a second. */
  readonly log: (line: string) => void;
  /** Once it is aborted, waits end and nothing more is sent; the response to what is under way still counts. */
  readonly cancelled?: AbortSignal | undefined;
}

export type Method = "POST" | "PATCH";

export interface ApiRequest {
  /** What it does, in words: `create application`. */
  readonly operation: string;
  readonly method: Method;
  /** Path segments below the base URL, not yet encoded. */
  readonly path: readonly string[];
  readonly body: JsonObject;
}

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}
