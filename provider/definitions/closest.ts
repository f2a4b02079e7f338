import { closest, distance } from "fastest-levenshtein";

/** Returns " Did you mean …?" for a listed name that differs in at most two characters, or else "". */
export function askIfMeant(name: string, listed: readonly string[]): string {
  const text = name.toLowerCase();
  const texts = listed.map((one) => one.toLowerCase());
  const near = closest(text, texts);
  if (distance(text, near) > Math.min(2, text.length - 1)) return "";
  return ` Did you mean ${listed[texts.indexOf(near)]}?`;
}
