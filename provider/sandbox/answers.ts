/** Answers of the API: resources in their envelope, and the documented error bodies. */

import { isObject } from "../api/json.js";
import { type Resource, repositoryId } from "./resources.js";
import type { SandboxState } from "./store.js";
import type { FieldErrors } from "./validation.js";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 201 is a choice: the API does not document the status of a created application. */
export function applicationAnswer(application: Resource): Answer {
  const repository = application.attributes.repository as { full_name: string } | null;
  const included =
    repository === null
      ? []
      : [
          {
            id: repositoryId(repository.full_name),
            type: "repositories",
            attributes: { name: repository.full_name.split("/").at(-1) },
          },
        ];
  return { status: 201, body: { data: application, included } };
}

/** The status is documented and the body is not; an envelope is likely. */
export function environmentAnswer(environment: Resource): Answer {
  return { status: 200, body: { data: environment, included: [] } };
}

/** The environments that use the cache come with it, variables and all. */
export function cacheAnswer(cache: Resource, { environments }: SandboxState): Answer {
  const { data } = cache.relationships.environments ?? { data: [] };
  const ids = Array.isArray(data) ? data.map(({ id }) => id) : [];
  const included = environments
    .filter(({ id }) => ids.includes(id))
    .map((environment) => ({ ...environment, links: { self: selfLink(environment) } }));
  return { status: 200, body: { data: cache, included } };
}

/** Attributes that a sparse answer keeps. */
const kept = ["name", "status", "created_at"];

/**
 * The answer without what a real API of this kind leaves out: relationships, included resources and most attributes. An
 * empty object is a list, and a cache that is being made has no connection.
 */
export function sparse(answer: Answer): Answer {
  const { data } = answer.body as { data?: Resource };
  if (data === undefined) return answer;
  const attributes = Object.entries(data.attributes).flatMap(([name, value]) => {
    if (kept.includes(name)) return [[name, value]];
    return isObject(value) ? [[name, name === "connection" ? null : []]] : [];
  });
  return {
    ...answer,
    body: { data: { id: data.id, type: data.type, attributes: Object.fromEntries(attributes) } },
  };
}

/** Not the sandbox's own address: its port differs from run to run, and outputs should not. */
function selfLink({ id, attributes }: Resource) {
  return {
    href: `https://sandbox.test/environments/${id}`,
    rel: "self",
    describedby: "https://sandbox.test/description",
    title: attributes.name,
    type: "application/json",
    hreflang: "en",
    meta: {},
  };
}

export function refusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, body: { message }, headers };
}

export function invalid(errors: FieldErrors): Answer {
  const count = Object.keys(errors).length;
  const message = count === 1 ? "One field is not valid." : `${count} fields are not valid.`;
  return { status: 422, body: { message, errors } };
}
