/** Sends requests to the API, again where that is safe, and ends every one with an answer or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  ApiError,
  type Effect,
  type Failure,
  type Operation,
  statusEffect,
  statusFailure,
} from "./errors.js";
import { Gate } from "./gate.js";
import { type Json, type JsonObject, parseJson } from "./json.js";
import type { FieldNames } from "./request.js";
import { backoff, type Method, mayRepeat, retryAfter } from "./retry.js";
import { type Answer, type Broken, exchangeWith } from "./transport.js";

export interface ApiRequest {
  readonly operation: Operation;
  readonly method: Method;
  /** Path segments below the base URL, not yet encoded. */
  readonly path: readonly string[];
  readonly body: JsonObject;
}

export interface ClientSettings {
  readonly token: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly fieldNames: FieldNames;
  readonly userAgent: string;
  /** Takes a line about a wait of more than a second. */
  readonly log: (line: string) => void;
}

export interface Client {
  readonly fieldNames: FieldNames;
  /**
   * The parsed body of the answer, undefined for an empty one.
   *
   * @throws ApiError
   */
  send(request: ApiRequest): Promise<Json | undefined>;
}

/** Longest time that a request waits for a rate limit to let it through. */
export const longestLimitSeconds = 600;

export function createClient(settings: ClientSettings): Client {
  const gate = new Gate();
  const exchange = exchangeWith(settings);

  /** Waits out 429, which is no failure, for the place in the order that this request has. */
  async function throughGate(
    request: ApiRequest,
    url: string,
    until: number,
    before: Effect,
  ): Promise<Answer | Broken> {
    const pass = gate.pass();
    for (let limited = 0; await gate.enter(pass, until); limited += 1) {
      const answer = await exchange(request.method, url, request.body);
      if (!("status" in answer) || answer.status !== 429) {
        gate.accept();
        return answer;
      }
      const wait = retryAfter(answer.retryAfter, Date.now()) ?? backoff(limited);
      const waiting = gate.limit(pass, wait);
      if (waiting !== undefined) {
        announce(wait, `the API limits requests (429); ${waiting} wait, each for 10 minutes at most`);
      }
      // Where answers are slow and ask for no wait, the gate is open each time.
      if (Date.now() >= until) break;
    }
    throw new ApiError(request.operation, { kind: "rate limit", waitedSeconds: longestLimitSeconds }, before);
  }

  function announce(wait: number, reason: string): void {
    if (wait > 1000) settings.log(`waiting ${(wait / 1000).toFixed(1)} s: ${reason}`);
  }

  return {
    fieldNames: settings.fieldNames,
    async send(request) {
      const url = [settings.baseUrl, ...request.path.map(encodeURIComponent)].join("/");
      const until = Date.now() + longestLimitSeconds * 1000;
      // Of all attempts: one that can have been processed is not undone by a later one that was refused.
      let effect: Effect = "none";
      for (let attempt = 0; ; attempt += 1) {
        const answer = await throughGate(request, url, until, effect);
        if ("status" in answer && answer.status >= 200 && answer.status < 300) return read(request, answer);
        const { failure, effect: latest } = classify(answer);
        if (latest === "unknown") effect = latest;
        const repeat = mayRepeat(
          request.method,
          "status" in answer
            ? { status: answer.status, effect: latest }
            : { broken: answer.failure.kind, effect: latest },
        );
        if (!repeat || attempt >= settings.maxRetries) throw new ApiError(request.operation, failure, effect);
        const asked = "status" in answer ? retryAfter(answer.retryAfter, Date.now()) : undefined;
        const wait = asked ?? backoff(attempt);
        announce(
          wait,
          `${request.operation} ${word(failure)}; attempt ${attempt + 2} of ${settings.maxRetries + 1}`,
        );
        await sleep(wait);
      }
    },
  };
}

function classify(answer: Answer | Broken): { failure: Failure; effect: Effect } {
  if ("status" in answer) {
    return { failure: statusFailure(answer.status, answer.text), effect: statusEffect(answer.status) };
  }
  return { failure: answer.failure, effect: answer.sent ? "unknown" : "none" };
}

function word(failure: Failure): string {
  switch (failure.kind) {
    case "status":
      return `was answered ${failure.status}`;
    case "timeout":
      return `had no answer within ${failure.seconds} s`;
    default:
      return "broke off";
  }
}

/** JSON whatever the content type says; an empty body is an answer without fields. */
function read({ operation }: ApiRequest, { status, text }: Answer): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : "broken JSON";
    throw new ApiError(operation, { kind: "unreadable", status, detail }, "unknown");
  }
}
