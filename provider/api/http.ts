/** What goes over HTTP: a request, and what came back. */

import type { JsonObject } from "./json.js";

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
  readonly location: string | undefined;
  readonly text: string;
}
