/** An API of one class that treats each argument as a scenario says. */

import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { type Argument, type Definition, resolveDefinition } from "../../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { createRefusal, type Response } from "../host-fixture.js";

export const habits = [
  ...["ignores", "lowers", "trims", "unifies", "empties", "omits", "nulls"],
  ...["is slow", "has a default", "tells later"],
] as const;
export type Habit = (typeof habits)[number];

export function isApplied(habit: Habit | undefined): boolean {
  return habit === undefined || !["ignores", "lowers", "is slow", "nulls"].includes(habit);
}

/** How an update ends: it fails after, without, or before being carried out; or it is refused. */
export const outcomes = ["carried out", "not carried out", "late", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

/** Whether two values count as the same: white space at the ends, line endings, and "" and null don't matter. */
export function isSame(a: Json | undefined, b: Json | undefined, { isNullAValue }: Argument): boolean {
  const simplify = (value: Json | undefined) => {
    const text = typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : (value ?? null);
    return JSON.stringify(text === "" && isNullAValue ? null : text);
  };
  return simplify(a) === simplify(b);
}

/** The values that steps give the arguments of a class, by name. */
export type Values = Readonly<Record<string, readonly Json[]>>;

export class Api {
  private readonly things: Record<string, JsonObject> = {};
  /** What the responses so far have returned of the current resource. */
  returned: JsonObject = {};
  outcome: Outcome | undefined;
  private late: [id: string, name: string, value: Json][] = [];
  private readonly unsure = new Set<string>();
  private readonly fields: readonly (Argument & { readonly fieldName: string })[];

  constructor(
    definition: Definition,
    private readonly values: Values,
    private readonly habits: Readonly<Record<string, Habit | undefined>>,
  ) {
    const options = { operations: [], include: [], fieldNames: defaultFieldNames };
    const { arguments: args } = resolveDefinition(definition, options);
    this.fields = args.filter(({ name, isInBody }) => isInBody && name in values);
  }

  make(values: JsonObject, id = `id-${Object.keys(this.things).length + 1}`): string {
    const defaults = Object.entries(this.values).filter(([name]) => this.habits[name] === "has a default");
    this.things[id] = { ...Object.fromEntries(defaults.map(([name, [first = null]]) => [name, first])), ...values };
    return id;
  }

  find(id: string, name: string): Json {
    return this.things[id]?.[name] ?? null;
  }

  drift(id: string, name: string, value: Json): void {
    this.things[id] = { ...this.things[id], [name]: value };
    this.unsure.add(`${id} ${name}`);
  }

  isUnsure(id: string, name: string): boolean {
    return this.unsure.has(`${id} ${name}`);
  }

  noteUnsure(id: string, names: readonly string[]): void {
    for (const name of names) this.unsure.add(`${id} ${name}`);
  }

  arrive(): void {
    for (const [id, name, value] of this.late.splice(0)) this.drift(id, name, value);
  }

  respond = ({ method, path, body }: ApiRequest): Response => {
    const isCreate = method === "POST";
    const id = isCreate ? this.make({}) : decodeURIComponent(path.split("/").at(-1) ?? "");
    if (this.things[id] === undefined) this.make({}, id);
    if (method === "PATCH") this.arrive();
    const sent = this.fields.flatMap(({ name, fieldName }): [string, Json][] => {
      const { [fieldName]: value } = body;
      return value === undefined ? [] : [[name, value]];
    });
    if (method === "PATCH" && this.outcome !== undefined) {
      for (const [name, value] of sent) {
        if (this.outcome === "carried out") this.store(id, name, value, false);
        if (this.outcome === "late") this.late.push([id, name, value]);
      }
      return this.outcome === "refused" ? createRefusal(422, "no") : createRefusal(500, undefined, "unknown");
    }
    for (const [name, value] of sent) this.store(id, name, value, isCreate);
    return { body: { data: { id, attributes: this.show(id, isCreate) } } };
  };

  private store(id: string, name: string, value: Json, isCreate: boolean): void {
    const { [name]: habit } = this.habits;
    if (habit === "ignores" && !isCreate) return;
    if (habit === "is slow" && !isCreate) {
      this.late.push([id, name, value]);
      return;
    }
    this.things[id] = { ...this.things[id], [name]: typeof value === "string" ? spell(habit, value) : value };
    this.unsure.delete(`${id} ${name}`);
  }

  private show(id: string, isCreate: boolean): JsonObject {
    const shown = this.fields.filter(({ name, row, isNullAValue }) => {
      const { [name]: habit } = this.habits;
      const isLeftOut = habit === "omits" || (habit === "tells later" && isCreate);
      return row.neverReturned !== true && !isLeftOut && (isNullAValue || this.find(id, name) !== null);
    });
    const read = ({ name, isNullAValue }: Argument) =>
      this.habits[name] === "nulls" && isNullAValue ? null : this.find(id, name);
    for (const argument of shown) this.returned[argument.name] = read(argument);
    return Object.fromEntries(shown.map((argument) => [argument.fieldName, read(argument)]));
  }
}

function spell(habit: Habit | undefined, value: string): string | null {
  switch (habit) {
    case "lowers":
      return value.toLowerCase();
    case "trims":
      return value.trim();
    case "unifies":
      return value.replaceAll("\r\n", "\n");
    case "empties":
      return value.trim() || null;
    default:
      return value;
  }
}
