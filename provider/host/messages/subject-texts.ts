/** The texts of a call's subject: its title, its values, and words of the API about it, each safe to print. */

import type { Json } from "../../api/http/json.js";
import * as enumerations from "../../definitions/enums.js";
import type { Session } from "../session/session.js";
import type { Subject } from "../session/subject.js";
import { formatSafeText } from "./safe-text.js";

/** Such as `Cache cache-1`. */
export function formatTitle(subject: Subject): string {
  return `${subject.definition.names.class} ${makeSafe(subject, subject.id)}`;
}

/** Makes words of the API safe to print. They can quote the values of the subject. */
export function makeSafe(subject: Subject, words: string): string {
  const { session, values } = subject;
  return formatSafeText(words, session.configuration.token, values, () => session.findSecrets(subject));
}

/** Makes a line safe to print that is about no subject, or about one that the line names by its id alone. */
export function makeLineSafe(session: Session, line: string): string {
  return formatSafeText(line, session.configuration.token, {}, () => session.findSecrets(undefined));
}

const listedValues = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

/** Returns a number, a flag or a documented value in a form that is safe to print; undefined for any other text, because it may be a secret. */
export function showValue(subject: Subject, value: Json | undefined): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return makeSafe(subject, String(value));
  return listedValues.has(value) ? `"${makeSafe(subject, String(value))}"` : undefined;
}

/** Joins items as a sentence does: `a, b, and c`. */
export function joinWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}
