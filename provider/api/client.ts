/** Sends requests to the API, again where that is safe, and ends every one with an answer or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import type { AllFieldNames } from "../definitions/field-names.js";
import {
  ApiError,
  type Effect,
  type Failure,
  isHtml,
  type Operation,
  statusEffect,
  statusFailure,
} from "./errors.js";
import { Gate, longestLimitSeconds, type Pass } from "./gate.js";
import { type Json, type JsonObject, parseJson } from "./json.js";
import { Progress } from "./progress.js";
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
  readonly fieldNames: AllFieldNames;
  readonly userAgent: string;
  /** Takes a line about a wait of more than a second. */
  readonly log: (line: string) => void;
}

export interface Client {
  readonly fieldNames: AllFieldNames;
  /**
   * The parsed body of the answer, undefined for an empty one.
   *
   * @throws ApiError
   */
  send(request: ApiRequest): Promise<Json | undefined>;
}

export function createClient(settings: ClientSettings): Client {
  const progress = new Progress(settings);
  const gate = new Gate((wait, requests) => progress.limited(wait, requests));
  const exchange = exchangeWith(settings);

  /** One attempt. Waits out 429, which is no failure; undefined when that took the longest time. */
  async function throughGate(
    request: ApiRequest,
    url: string,
    pass: Pass,
    attempt: number,
  ): Promise<Answer | Broken | undefined> {
    let mayLeave = await gate.enter(pass);
    for (let limited = 0; mayLeave; limited += 1) {
      const exchanged = exchange(request.method, url, request.body);
      const answer = await progress.answer(request, attempt, exchanged);
      if (!("status" in answer) || answer.status !== 429) {
        gate.accept(pass);
        return answer;
      }
      mayLeave = await gate.comeBack(pass, retryAfter(answer.retryAfter, Date.now()) ?? backoff(limited));
    }
    return undefined;
  }

  return {
    fieldNames: settings.fieldNames,
    async send(request) {
      const url = [settings.baseUrl, ...request.path.map(encodeURIComponent)].join("/");
      const pass = gate.pass();
      // Of all attempts: one that can have been processed is not undone by a later one that was refused.
      let effect: Effect = "none";
      for (let attempt = 0; ; attempt += 1) {
        const answer = await throughGate(request, url, pass, attempt);
        if (answer === undefined) {
          const failure = { kind: "rate limit", waitedSeconds: longestLimitSeconds } as const;
          throw new ApiError(request.operation, failure, effect);
        }
        if ("status" in answer && answer.status >= 200 && answer.status < 300) return read(request, answer);
        const { failure, effect: latest } = classify(answer, url);
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
        progress.repeat(request, attempt, wait, failure, latest);
        await sleep(wait);
      }
    },
  };
}

function classify(answer: Answer | Broken, url: string): { failure: Failure; effect: Effect } {
  if ("status" in answer) {
    return { failure: statusFailure(answer, url), effect: statusEffect(answer.status) };
  }
  return { failure: answer.failure, effect: answer.sent ? "unknown" : "none" };
}

/** JSON whatever the content type says; an empty body is an answer without fields. */
function read({ operation }: ApiRequest, { status, text }: Answer): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    const detail = isHtml(text) ? "HTML instead of JSON" : "broken JSON";
    throw new ApiError(operation, { kind: "unreadable", status, detail }, "unknown");
  }
}
