/** What several sentences are made of: the name of a resource, values, and lists. */

import type { Json } from "../../api/http/json.js";
import type { ResolvedArgument } from "../../definitions/definition.js";
import * as enumerations from "../../definitions/enums.js";
import { getCurrentValues, isUnknown, type Resource } from "../resource.js";
import type { Actual } from "../state.js";
import { makeSafe } from "./safe-text.js";

/**
 * Writes a resource by its class, its name, what makes it unique beside that, and its id, as far as these are known:
 * `Environment staging of app-1 (env-3)`.
 */
export function formatTitle(resource: Resource): string {
  const { definition, id } = resource;
  const { name, ...values } = getCurrentValues(resource);
  const shownId = id === undefined || isUnknown(id) ? undefined : makeSafe(resource, id);
  const { class: className } = definition.names;
  const owners = (definition.uniqueBy ?? []).flatMap((one) => {
    const { [one]: owner } = values;
    return typeof owner !== "string" || isUnknown(owner) ? [] : [` of ${makeSafe(resource, owner)}`];
  });
  const end = `${owners.join("")}${shownId === undefined ? "" : ` (${shownId})`}`;
  if (isUnknown(name)) return `${className} [unknown]${end}`;
  if (typeof name !== "string") return `${className} ${shownId ?? ""}`.trimEnd();
  return `${className} ${makeSafe(resource, name.trim())}${end}`;
}

/** Begins each sentence with the resource that it is about. */
export function addTitle(resource: Resource, sentences: readonly string[]): string[] {
  return sentences.map((sentence) => `${formatTitle(resource)}: ${sentence}`);
}

/** An argument of which the API has another value. */
export interface Difference {
  readonly argument: ResolvedArgument;
  /** The value that the program sets, or that the state has. */
  readonly value: Json;
  readonly actual: Actual;
}

/** Who has a value, as the beginning of a clause. */
export type Holder = "the program sets" | "the state has" | "the API has" | "the API returned";

/** Describes two values of an argument that differ. Both are shown or neither: one alone could tell what the other, a secret, is. */
export function describeTwoValues(
  { argument, value, actual }: Difference,
  holder: Holder,
  otherHolder: Holder,
): string {
  const [shown, otherShown] = [showValue(value), showValue(actual)];
  return shown === undefined || otherShown === undefined
    ? `${argument.name}: ${holder} one value, but ${otherHolder} another`
    : `${argument.name}: ${holder} ${shown}, but ${otherHolder} ${otherShown}`;
}

const listedValues = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

/** Returns a number, a flag or a documented value in a form that is safe to print; undefined for any other text, because it may be a secret. */
export function showValue(value: Actual | undefined): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return listedValues.has(value) ? `"${String(value)}"` : undefined;
}

/** Joins items as a sentence does: `a, b, and c`, or `a, b, or c`. */
export function joinWords(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat("en", { type }).format(items);
}

/** The advice for what no longer exists. */
export const stateDeleteAdvice = "run `pulumi state delete` with its URN (see `pulumi stack --show-urns`)";
