/** Text that can be shown, whoever states it: the documented values. Other text can be a secret of the program. */

import * as enumerations from "../definitions/enums.js";

const documented = new Set<unknown>(Object.values(enumerations).flatMap((enumeration) => Object.values(enumeration)));

export function isShowable(value: unknown): boolean {
  return documented.has(value);
}
