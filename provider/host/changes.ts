/** Which stated arguments have changed, and what that means for the resource. */

import type { JsonObject } from "../api/json.js";
import { differs } from "./outputs.js";
import { askedBefore, isUnknown, sameStatement } from "./stated.js";

export interface Changes {
  readonly changed: readonly string[];
  /** Changed although the program states what it stated before: the API did not apply the setting. */
  readonly notApplied: readonly string[];
  readonly replaces: string[];
}

/** `replacing` are the arguments of which a change replaces. An argument that is left out is not managed and never a change. */
export function changedArguments(stated: JsonObject, olds: JsonObject, replacing: readonly string[]): Changes {
  const asStated = (name: string) => !isUnknown(stated[name]) && sameStatement(stated[name], askedBefore(olds, name));
  const asAnswered = (name: string) => !isUnknown(stated[name]) && sameStatement(stated[name], olds[name]);
  const canReplace = (name: string) => replacing.includes(name);
  // What cannot be changed is not replaced for a value that the API made of the stated one.
  const changed = Object.keys(stated).filter((name) => !asAnswered(name) && !(canReplace(name) && asStated(name)));
  return {
    changed,
    notApplied: changed.filter((name) => asStated(name) && differs(olds[name], stated[name], false)),
    replaces: changed.filter(canReplace),
  };
}
