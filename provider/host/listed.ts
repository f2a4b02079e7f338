/** Values that can be shown, whoever states them: the reference lists them. Other text can be a secret of the program. */

import * as enumerations from "../enums.js";

const values = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

export function isListed(value: unknown): boolean {
  return values.has(value);
}
