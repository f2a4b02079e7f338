/** From a request to its answer: authorization, path, body, and what the operation does to the account. */

import { isObject } from "../api/json.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import { routes, type SandboxState } from "./account.js";
import { invalid, refusal } from "./answers.js";
import type { Answer } from "./resource.js";
import { violations } from "./validation.js";

export interface Request {
  readonly method: string;
  /** Below the base path, without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
}

export interface Account {
  readonly token: string;
  readonly fieldNames: AllFieldNames;
  readonly state: SandboxState;
}

/** 403 is documented for one operation; the others document the same body without a status. */
export function answerTo({ method, path, authorization, text }: Request, account: Account): Answer {
  const { state, fieldNames } = account;
  const [, token] = /^bearer +(.*)$/i.exec(authorization ?? "") ?? [];
  if (token !== account.token) return refusal(403, "The token is missing or not valid.");
  const route = routes.find((candidate) => candidate.path.test(path));
  if (route === undefined) return refusal(404, `There is no ${path} here.`);
  if (route.method !== method) return refusal(405, `${path} does not take ${method}.`, { allow: route.method });
  const id = decoded(route.path.exec(path)?.[1] ?? "");
  if (route.exists?.(state, id) === false)
    return refusal(404, `There is no ${path.split("/")[1]?.slice(0, -1)} ${id}.`);
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    return refusal(400, "The body is not valid JSON.");
  }
  // Anything but an object has no fields.
  const body = isObject(parsed) ? parsed : {};
  const errors = { ...route.errors?.(state, id, body), ...violations(route.definition, body, fieldNames) };
  return Object.keys(errors).length > 0 ? invalid(errors) : route.respond(state, id, body, fieldNames);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
