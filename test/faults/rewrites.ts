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

/** The API has a spelling of its own for these attributes, by a value or by what it makes of the one that is there. */
export function normalise(changes: Readonly<Record<string, Json | ((value: Json | undefined) => Json)>>): RewriteFault {
  return {
    kind: "rewrite",
    answer({ data, ...rest }) {
      const changed = Object.entries(changes).map(([field, to]) => [
        field,
        typeof to === "function" ? to(data.attributes[field]) : to,
      ]);
      return { ...rest, data: { ...data, attributes: { ...data.attributes, ...Object.fromEntries(changed) } } };
    },
  };
}

/** Leaves out what is at this path, such as `data.attributes.region`. */
export function without(path: string): RewriteFault {
  const keys = path.split(".");
  const last = keys.pop() as string;
  return {
    kind: "rewrite",
    answer(body: JsonObject) {
      const parent = keys.reduce<Json | undefined>((of, key) => (isObject(of) ? of[key] : undefined), body);
      // A path that leads nowhere is a mistake of the test, which would pass without the fault.
      if (!isObject(parent) || !(last in parent)) throw new Error(`the answer has no ${path}`);
      delete parent[last];
      return body;
    },
  };
}

/** Nothing but the primary resource's id. */
export function onlyId(): RewriteFault {
  return { kind: "rewrite", answer: ({ data: { id } }) => ({ data: { id } }) };
}
