/** From a request to its answer: authorization, path, body, and what the operation does to the account. */

import { isObject } from "../api/json.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import type { Contents } from "./account.js";
import { invalid, refusal } from "./answers.js";
import type { Answer } from "./model.js";
import { act, errorsOf } from "./operations.js";
import { missing, routes } from "./routes.js";

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
  readonly contents: Contents;
  /** Whether it answers the operations that the API does not document. */
  readonly operations?: boolean;
  /** How many reads still find what a delete has accepted; 0 unless it is set. */
  readonly deletedAfterReads?: number;
}

/** 403 is documented for one operation; the others document the same body without a status. */
export function answerTo({ method, path, authorization, text }: Request, account: Account): Answer {
  const [, token] = /^bearer +(.*)$/i.exec(authorization ?? "") ?? [];
  if (token !== account.token) return refusal(403, "The token is missing or not valid.");
  const reached = routes.flatMap((route) => {
    const values = route.isDocumented || account.operations ? route.match(path) : undefined;
    return values === undefined ? [] : [{ route, values }];
  });
  const [first] = reached;
  if (first === undefined) return refusal(404, `There is no ${path} here.`);
  const { route, values } = reached.find((one) => one.route.method === method) ?? first;
  if (route.method !== method) {
    return refusal(405, `${path} does not take ${method}.`, {
      allow: reached.map((one) => one.route.method).join(", "),
    });
  }
  const notFound = missing(route, values, account.contents);
  if (notFound !== undefined) return notFound;
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    return refusal(400, "The body is not valid JSON.");
  }
  // Anything but an object has no fields.
  const body = isObject(parsed) ? parsed : {};
  const errors = errorsOf(route, account, body, values);
  return Object.keys(errors).length > 0 ? invalid(errors) : act(route, account, body, values);
}
