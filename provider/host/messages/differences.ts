/** The sentences about two values of an argument that differ. */

import type { Json } from "../../api/http/json.js";
import type { Argument } from "../../definitions/definition.js";
import type { Subject } from "../session/subject.js";
import { showValue } from "./subject-texts.js";

/**
 * The end of a line. The present tense keeps it true in a preview, in the `up` that follows, where the engine prints the line again,
 * and after a response that shows drift.
 */
export const upSendsIt = "`pulumi up` sends it";

/** An argument of which the API has another value. */
export interface Difference {
  readonly argument: Argument;
  /** The value that the program sets, or that the state has. */
  readonly value: Json;
  readonly returned: Json;
}

/** Who has a value, as the beginning of a clause. */
type Holder = "the program sets" | "the state has" | "the last update requested" | "the API has" | "the API returned";

/** Describes two values of an argument that differ. Both are shown, or none: next to the other, each tells what was changed. */
export function describeTwoValues(
  subject: Subject,
  argument: string,
  [holder, value]: readonly [Holder, Json | undefined],
  [otherHolder, otherValue]: readonly [Holder, Json | undefined],
): string {
  const [shown, otherShown] = [showValue(subject, value), showValue(subject, otherValue)];
  return shown === undefined || otherShown === undefined
    ? `${argument}: ${otherHolder} another value than ${holder}`
    : `${argument}: ${holder} ${shown}, ${otherHolder} ${otherShown}`;
}
