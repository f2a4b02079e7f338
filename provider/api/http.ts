/** What goes over HTTP: methods, and what came back. */

export type Method = "POST" | "PATCH";

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  readonly text: string;
}
