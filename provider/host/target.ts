/** The resource that a call of the engine is about, and lines about it. */

import type { Json, JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import * as enumerations from "../definitions/enums.js";
import type { Session } from "./session.js";

const listed = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

export class Target {
  constructor(
    readonly definition: Definition,
    readonly session: Session,
    /** Empty while it is not created. */
    readonly id: string,
    /** What the program sets. */
    readonly inputs: JsonObject,
    /** What was known before; nothing of a new one. */
    readonly state: JsonObject | undefined = undefined,
  ) {}

  /** Such as `Cache cache-1`. */
  get title(): string {
    return `${this.definition.kind.class} ${this.session.quote(this.id)}`;
  }

  /** Words of the API as they may be printed. */
  quote(words: string): string {
    return this.session.quote(words, this.inputs);
  }

  /** A value as it may be printed: text outside the documented lists may be a secret of the program. */
  shown(value: Json | undefined): string {
    if (typeof value === "number" || typeof value === "boolean") return this.quote(String(value));
    if (listed.has(value)) return `"${this.quote(String(value))}"`;
    return value === null ? "none" : "[not shown]";
  }

  warn(lines: readonly string[], how?: "once"): void {
    for (const line of lines) this.session.warn(`${this.title}: ${line}`, how);
  }
}

/** `a, b, and c` */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}
