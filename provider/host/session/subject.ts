/** The resource that a call of the engine is about, and its values as they may be printed. */

import type { Json, JsonObject } from "../../api/http/json.js";
import type { RequestedResource } from "../../api/wire/requests.js";
import type { Definition } from "../../definitions/definition.js";
import * as enumerations from "../../definitions/enums.js";
import type { Session } from "./session.js";

const listedValues = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

export class Subject implements RequestedResource {
  constructor(
    readonly session: Session,
    /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
    readonly definition: Definition,
    /** Empty while the resource is not created. */
    readonly id: string,
    /**
     * What paths and bodies are filled from, and what words of the API can happen to quote, so that `makeSafe` looks for these:
     * the arguments that the program sets, or, where the engine reads or deletes and hands over no program, the properties in the
     * state.
     */
    readonly values: JsonObject,
  ) {}

  /** Such as `Cache cache-1`. */
  get title(): string {
    return `${this.definition.names.class} ${this.session.makeSafe(this.id)}`;
  }

  /** Returns words of the API in a form that is safe to print. */
  makeSafe(words: string): string {
    return this.session.makeSafe(words, this);
  }

  /**
   * Returns a number, a flag or a documented value in a form that is safe to print; undefined for any other text, because it may
   * be a secret.
   */
  show(value: Json | undefined): string | undefined {
    if (typeof value === "number" || typeof value === "boolean") return this.makeSafe(String(value));
    if (listedValues.has(value)) return `"${this.makeSafe(String(value))}"`;
    return undefined;
  }
}

/** Joins items as a sentence does: `a, b, and c`. */
export function joinWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}
