/** From a request to its answer: authorization, paths, and what each operation does to the state. */

import { isObject, type JsonObject } from "../api/json.js";
import { application } from "../definitions/application.js";
import { cache as cacheDefinition } from "../definitions/cache.js";
import { environment } from "../definitions/environment.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import { type Answer, applicationAnswer, cacheAnswer, environmentAnswer, invalid, refusal } from "./answers.js";
import { addApplication, addEnvironment, changeCache, hasEnvironmentNamed, type SandboxState } from "./store.js";
import { type FieldErrors, violations } from "./validation.js";

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

interface Route {
  readonly method: string;
  readonly path: RegExp;
  respond(account: Account, text: string, id: string): Answer;
}

const routes: readonly Route[] = [
  {
    method: "POST",
    path: /^\/applications$/,
    respond: ({ state, fieldNames }, text) =>
      accepted(
        text,
        (body) => violations(application, body, fieldNames),
        (body) => applicationAnswer(addApplication(state, body)),
      ),
  },
  {
    method: "POST",
    path: /^\/applications\/([^/]+)\/environments$/,
    respond({ state, fieldNames }, text, id) {
      const owner = state.applications.find((candidate) => candidate.id === id);
      if (owner === undefined) return refusal(404, `There is no application ${id}.`);
      const errorsOf = (body: JsonObject): FieldErrors => {
        const errors = violations(environment, body, fieldNames);
        const taken = hasEnvironmentNamed(state, owner, body.name);
        return taken ? { ...errors, name: [...(errors.name ?? []), "name is taken."] } : errors;
      };
      return accepted(text, errorsOf, (body) => environmentAnswer(addEnvironment(state, owner, body)));
    },
  },
  {
    method: "PATCH",
    path: /^\/caches\/([^/]+)$/,
    respond({ state, fieldNames }, text, id) {
      const cache = state.caches.find((candidate) => candidate.id === id);
      if (cache === undefined) return refusal(404, `There is no cache ${id}.`);
      return accepted(
        text,
        (body) => violations(cacheDefinition, body, fieldNames),
        (body) => {
          changeCache(cache, fieldNames, body);
          return cacheAnswer(cache, state);
        },
      );
    },
  },
];

/** 403 is documented for one operation; the others document the same body without a status. */
export function answerTo({ method, path, authorization, text }: Request, account: Account): Answer {
  const [, token] = /^bearer +(.*)$/i.exec(authorization ?? "") ?? [];
  if (token !== account.token) return refusal(403, "The token is missing or not valid.");
  const route = routes.find((candidate) => candidate.path.test(path));
  if (route === undefined) return refusal(404, `There is no ${path} here.`);
  if (route.method !== method) {
    return refusal(405, `${path} does not take ${method}.`, { allow: route.method });
  }
  const segment = route.path.exec(path)?.[1] ?? "";
  return route.respond(account, text, decoded(segment));
}

/** Does what the body asks, unless the body is no JSON or breaks a constraint. Anything but an object has no fields. */
function accepted(
  text: string,
  errorsOf: (body: JsonObject) => FieldErrors,
  perform: (body: JsonObject) => Answer,
): Answer {
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    return refusal(400, "The body is not valid JSON.");
  }
  const body = isObject(parsed) ? parsed : {};
  const errors = errorsOf(body);
  return Object.keys(errors).length > 0 ? invalid(errors) : perform(body);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
