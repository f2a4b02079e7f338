/** Responds to a request: authorization, path, body, and what the operation does to the account. */

import { isObject } from "../api/http/json.js";
import type { Account } from "./account.js";
import { createRefusal, createValidationError } from "./common-responses.js";
import type { SandboxResponse } from "./model.js";
import { findErrors, runOperation } from "./operations.js";
import { refusePath, routes } from "./routes.js";

export interface SandboxRequest {
  readonly method: string;
  /** The path below the base path, without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
}

/** Responds to a request. The API documents 403 for one operation; for the others it documents the same body without a status. */
export function respondTo({ method, path, authorization, text }: SandboxRequest, account: Account): SandboxResponse {
  const [, token] = /^bearer +(.*)$/i.exec(authorization ?? "") ?? [];
  if (token !== account.token) return createRefusal(403, "The token is missing or not valid.");
  const matches = routes.flatMap((route) => {
    const values = route.isDocumented || account.operations ? route.matchPath(path) : undefined;
    return values === undefined ? [] : [{ route, values }];
  });
  const [firstMatch] = matches;
  if (firstMatch === undefined) return createRefusal(404, `There is no ${path} here.`);
  const { route, values } = matches.find((match) => match.route.method === method) ?? firstMatch;
  if (route.method !== method) {
    return createRefusal(405, `${path} does not take ${method}.`, {
      allow: matches.map((match) => match.route.method).join(", "),
    });
  }
  const pathRefusal = refusePath(route, values, account.contents);
  if (pathRefusal !== undefined) return pathRefusal;
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    return createRefusal(400, "The body is not valid JSON.");
  }
  // A body that is no object counts as one without fields.
  const body = isObject(parsed) ? parsed : {};
  const errors = findErrors(route, account, body, values);
  return Object.keys(errors).length > 0 ? createValidationError(errors) : runOperation(route, account, body, values);
}
