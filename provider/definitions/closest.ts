/** "Did you mean": for values, arguments and settings alike. */

import { closest, distance } from "fastest-levenshtein";

/**
 * Asks whether a listed name was meant, after a blank: two characters at most differ, and not all. Empty where none is
 * close.
 */
export function askIfMeant(name: string, listed: readonly string[]): string {
  const text = name.toLowerCase();
  const texts = listed.map((one) => one.toLowerCase());
  const near = closest(text, texts);
  if (distance(text, near) > Math.min(2, text.length - 1)) return "";
  return ` Did you mean ${listed[texts.indexOf(near)]}?`;
}
