/** Ready-made rewrites: answers that the documentation leaves room for. */

import { isObject, type Json, type JsonObject } from "../../provider/api/json.js";
import type { RewriteFault } from "./faults.js";

/** The API does not know these request fields: it drops them and says nothing. */
export function dropFields(...names: string[]): RewriteFault {
  return {
    kind: "rewrite",
    request: (body: JsonObject) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
  };
}

/** A value, or what becomes of the one that is there. */
export type Change = Json | ((value: Json | undefined) => Json);

/**
 * The API has a spelling of its own for some fields. `answer` changes attributes of the primary resource in the answer
 * alone; `stored` changes fields that are asked, so that they are kept and answered that way from then on.
 */
export function normalise(
  changes: Readonly<Record<string, Change>>,
  where: "answer" | "stored" = "answer",
): RewriteFault {
  if (where === "answer") {
    return {
      kind: "rewrite",
      answer: ({ data, ...rest }) => ({
        ...rest,
        data: ofAttributes(data, (attributes) => change(attributes, changes)),
      }),
    };
  }
  return {
    kind: "rewrite",
    request: (body: JsonObject) => {
      const asked = Object.entries(changes).filter(([field]) => field in body);
      return change(body, Object.fromEntries(asked));
    },
  };
}

function change(fields: JsonObject, changes: Readonly<Record<string, Change>>): JsonObject {
  const changed = Object.entries(changes).map(([field, to]) => [
    field,
    typeof to === "function" ? to(fields[field]) : to,
  ]);
  return { ...fields, ...Object.fromEntries(changed) };
}

/**
 * Where the objects are whose key is not documented: a cache's credentials and an environment's variables. `flat`
 * puts their fields into the parent, `key` under a key of another name, `empty` under an empty one.
 */
export function nested(where: "flat" | "key" | "empty"): RewriteFault {
  const move = (parent: JsonObject, field: string): JsonObject => {
    const found = Object.entries(parent).find(([, value]) => isObject(value) && field in value);
    if (found === undefined) return parent;
    const [key, value] = found as [string, JsonObject];
    const { [key]: _, ...rest } = parent;
    if (where === "flat") return { ...rest, ...value };
    return { ...rest, [where === "key" ? `another_${key}` : ""]: value };
  };
  const moved = (resource: Shown): Shown =>
    ofAttributes(resource, (attributes) => {
      const outer = move(attributes, "environment_variables");
      return isObject(outer.connection) ? { ...outer, connection: move(outer.connection, "password") } : outer;
    });
  return {
    kind: "rewrite",
    answer: ({ data, included }) => ({ data: moved(data), included: included?.map(moved) }),
  };
}

/** A resource in an answer. */
interface Shown {
  readonly attributes: JsonObject;
}

function ofAttributes(resource: Shown, to: (attributes: JsonObject) => JsonObject): Shown {
  return { ...resource, attributes: to(resource.attributes) };
}

/** Leaves out what is at these paths, such as `data.attributes.region` or `included`. */
export function without(...paths: string[]): RewriteFault {
  return at(paths, (parent, key) => delete parent[key]);
}

export function withNull(...paths: string[]): RewriteFault {
  return at(paths, (parent, key) => {
    parent[key] = null;
  });
}

function at(paths: readonly string[], act: (parent: JsonObject, key: string) => void): RewriteFault {
  return {
    kind: "rewrite",
    answer(body: JsonObject) {
      for (const path of paths) {
        const keys = path.split(".");
        const last = keys.pop() as string;
        const parent = keys.reduce<Json | undefined>((of, key) => (isObject(of) ? of[key] : undefined), body);
        // A path that leads nowhere is a mistake of the test, which would pass without the fault.
        if (!isObject(parent) || !(last in parent)) throw new Error(`the answer has no ${path}`);
        act(parent, last);
      }
      return body;
    },
  };
}

/** Nothing but the primary resource's id. */
export function onlyId(): RewriteFault {
  return { kind: "rewrite", answer: ({ data: { id } }) => ({ data: { id } }) };
}
